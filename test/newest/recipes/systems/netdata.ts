import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { debianProgram } from '../../../../host/debian.ts';
import { succeed } from '../../../../host/process.ts';
import type { Open } from './pasted.ts';

export const program = debianProgram('alarm-notify.sh');

/** The script that Netdata runs for each alarm, which gets what Netdata gives it. */
export const openNetdata: Open = async ({ folder, pasted }) => {
	const { path = '', cwd = '', env = {} } = program ?? {};
	const settings = pasted.filter((code) => /^\w+(=|\()/.test(code)).join('\n');
	await writeFile(join(folder, 'health_alarm_notify.conf'), settings);
	const stock = join(cwd, 'usr/lib/netdata/conf.d');
	let last = 'CLEAR';
	let event = 0;
	return {
		async see(status) {
			event += 1;
			const when = Math.floor(Date.now() / 1000);
			const args = [
				...['sysadmin', 'db1', event, 1, event, when, 'disk_space_usage', 'disk_space._'],
				...['/', status, last, 97, 40, 'disks.conf', 60, 60, '%', 'disk / space utilization'],
				...['97%', '40%', '', '', 0, 1, '', '', 'Utilization', '', ''],
			].map(String);
			last = status;
			const dirs = { NETDATA_USER_CONFIG_DIR: folder, NETDATA_STOCK_CONFIG_DIR: stock };
			await succeed(path, args, { cwd, env: { ...env, ...dirs, NETDATA_CACHE_DIR: folder } });
		},
		stop: () => Promise.resolve(),
	};
};
