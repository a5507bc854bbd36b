import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { debianProgram } from '../../../../host/debian.ts';
import { start } from '../../../../host/process.ts';
import { ready, type Open, type System } from './pasted.ts';

export const program = debianProgram('nagios');

/** Is told by its external commands. Where it counts in minutes it counts in seconds here. */
export const openNagios: Open = async ({ folder, pasted }) => {
	const at = (name: string) => join(folder, name);
	const [service = '', host = ''] = pasted;
	await mkdir(at('checks'));
	const object = (type: string, of: Record<string, string | number>) =>
		`define ${type} {\n${Object.entries(of)
			.map(([name, value]) => `${name} ${value}\n`)
			.join('')}}\n`;
	const always = { check_period: 'always', notification_period: 'always' };
	const watched = {
		...always,
		contacts: 'ops',
		check_command: 'none',
		max_check_attempts: 1,
		notification_interval: 1,
		active_checks_enabled: 0,
		host_name: 'db1',
	};
	const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
	const hours = Object.fromEntries(days.map((day) => [day, '00:00-24:00']));
	await writeFile(
		at('objects.cfg'),
		[
			object('timeperiod', { timeperiod_name: 'always', alias: 'always', ...hours }),
			object('command', { command_name: 'none', command_line: '/bin/true' }),
			object('command', { command_name: 'n8n', command_line: service }),
			object('command', { command_name: 'n8n-host', command_line: host }),
			object('contact', {
				contact_name: 'ops',
				service_notification_commands: 'n8n',
				host_notification_commands: 'n8n-host',
				host_notification_options: 'd,u,r,f,s',
				service_notification_options: 'w,u,c,r,f,s',
				host_notification_period: 'always',
				service_notification_period: 'always',
			}),
			object('host', watched),
			object('service', { ...watched, service_description: 'disk', flap_detection_enabled: 0 }),
			object('service', { ...watched, service_description: 'net' }),
		].join(''),
	);
	const files = [
		'log_file',
		'object_cache_file',
		'precached_object_file',
		'status_file',
		'temp_file',
		'state_retention_file',
		'lock_file',
		'command_file',
		'query_socket',
	];
	const settings: Record<string, string | number> = {
		cfg_file: at('objects.cfg'),
		...Object.fromEntries(files.map((name) => [name, at(name)])),
		check_result_path: at('checks'),
		temp_path: folder,
		use_syslog: 0,
		nagios_user: process.getuid?.() ?? 0,
		nagios_group: process.getgid?.() ?? 0,
		check_external_commands: 1,
		enable_flap_detection: 1,
		interval_length: 1,
		illegal_macro_output_chars: '`~$&|\'"<>',
	};
	const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
	await writeFile(at('nagios.cfg'), lines.join(''));
	const { path = '', cwd = '', env = {} } = program ?? {};
	const running = start(path, [at('nagios.cfg')], { cwd, env });
	await ready(running, () => existsSync(at('command_file')));
	return {
		see: (what) => appendFile(at('command_file'), `[${Math.floor(Date.now() / 1000)}] ${what}\n`),
		stop: running.stop,
	};
};

/** What it has written so far. */
export const logOf = async ({ folder }: System): Promise<string> =>
	await readFile(join(folder, 'log_file'), 'utf8');
