import { existsSync } from 'node:fs';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { debianProgram } from '../../../../host/debian.ts';
import { start } from '../../../../host/process.ts';
import { ready, type Open } from './pasted.ts';

export const program = debianProgram('icinga');

/** Is told by its external commands, which are Nagios'. */
export const openIcinga: Open = async ({ folder, pasted }) => {
	const at = (name: string) => join(folder, name);
	for (const name of ['data', 'log', 'cache', 'spool', 'run', 'icinga2']) await mkdir(at(name));
	const [forServices, forHosts] = pasted.filter((code) => code.startsWith('command'));
	await writeFile(
		at('icinga2.conf'),
		`
object NotificationComponent "n" {}
object ExternalCommandListener "c" { command_path = "${at('commands')}" }
object CheckCommand "none" { command = [ "/bin/true" ] }
object NotificationCommand "n8n" { ${forServices} }
object NotificationCommand "n8n-host" { ${forHosts} }
object User "ops" {}
object Host "db2" { check_command = "none"; enable_active_checks = false; max_check_attempts = 1 }
object Service "disk" { host_name = "db2"; check_command = "none"; enable_active_checks = false; max_check_attempts = 1 }
object Notification "s" { host_name = "db2"; service_name = "disk"; command = "n8n"; users = [ "ops" ]; interval = 1s }
object Notification "h" { host_name = "db2"; command = "n8n-host"; users = [ "ops" ]; interval = 1s }
`,
	);
	const { path = '', cwd = '', env = {} } = program ?? {};
	const constants: Record<string, string> = {
		ConfigDir: at('icinga2'),
		DataDir: at('data'),
		LogDir: at('log'),
		CacheDir: at('cache'),
		SpoolDir: at('spool'),
		InitRunDir: at('run'),
		RunAsUser: userInfo().username,
		PkgDataDir: join(cwd, 'usr/share/icinga2'),
		RunAsGroup: 'root',
		IncludeConfDir: join(cwd, 'usr/share/icinga2/include'),
	};
	const defined = Object.entries(constants).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
	const args = ['daemon', ...defined, '-c', at('icinga2.conf')];
	const running = start(path, args, { cwd, env });
	await ready(running, () => existsSync(at('commands')));
	return {
		see: (what) => appendFile(at('commands'), `[${Math.floor(Date.now() / 1000)}] ${what}\n`),
		stop: running.stop,
	};
};
