import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keptFolder, keptPath } from './cache.ts';
import { succeed } from './process.ts';
import { withProgress, type Say } from './progress.ts';

/** Programs of Debian's packages that tests run: the packages, what shows that it starts, and how it is told so. */
const PROGRAMS = {
	alertmanager: [['prometheus-alertmanager'], 'usr/bin/prometheus-alertmanager', '--version'],
	zabbix_js: [['zabbix-proxy-sqlite3'], 'usr/bin/zabbix_js', '-V'],
	nagios: [['nagios4-core'], 'usr/sbin/nagios4', '--version'],
	icinga: [
		[
			...['icinga2-bin', 'icinga2-common', 'libboost-context1.74.0'],
			...['libboost-coroutine1.74.0', 'libboost-thread1.74.0'],
		],
		'usr/lib/*/icinga2/sbin/icinga2',
		'--version',
	],
	collectd: [['collectd-core', 'libyajl2'], 'usr/sbin/collectd', '-h'],
	'alarm-notify.sh': [
		['netdata-core', 'netdata-plugins-bash'],
		'usr/lib/netdata/plugins.d/alarm-notify.sh',
		'dump_methods',
	],
} as const;
export type Program = keyof typeof PROGRAMS;

const folderOf = (program: Program) => keptPath(program, [PROGRAMS[program][0].join()]);

/** How an unpacked program is run: in its folder, where its libraries are too. */
export interface Unpacked {
	path: string;
	cwd: string;
	env: NodeJS.ProcessEnv;
}
const unpackedIn = (cwd: string, program: Program): Unpacked | undefined => {
	const [path] = globSync(join(cwd, PROGRAMS[program][1]));
	const libraries = globSync(join(cwd, 'usr/lib/*-linux-*'));
	const env = { ...process.env, LD_LIBRARY_PATH: libraries.join(':') };
	return path === undefined ? undefined : { path, cwd, env };
};

/** A program, if this machine has got it; otherwise says that its tests are left out. */
export function debianProgram(program: Program): Unpacked | undefined {
	const unpacked = unpackedIn(folderOf(program), program);
	if (unpacked !== undefined) return unpacked;
	// `npm test` shows lines that begin so beside its figures.
	process.stderr.write(`Left out: what needs ${program}, which this machine could not get\n`);
	return undefined;
}

/** Unpacks the programs, and installs nothing. Where that can't be, their tests are left out. */
export async function getDebianPrograms(say: Say): Promise<void> {
	for (const program of Object.keys(PROGRAMS) as Program[]) {
		const what = `Getting ${program} from Debian`;
		await keptFolder(folderOf(program), what, say, (folder) =>
			withProgress(say, what, 'some seconds', () => unpack(program, folder)),
		).catch((error: unknown) => say(String(error)));
	}
}

async function unpack(program: Program, cwd: string): Promise<void> {
	const [names, , shown] = PROGRAMS[program];
	const options = { cwd, env: process.env };
	const download = () => succeed('apt-get', ['download', ...names], options);
	// A fresh container has no lists of packages.
	await download().catch(() => succeed('apt-get', ['update'], options).then(download));
	for (const deb of globSync('*.deb', { cwd }))
		await succeed('dpkg-deb', ['-x', deb, '.'], options);
	const unpacked = unpackedIn(cwd, program);
	if (unpacked === undefined) throw new Error(`${names.join()} has no ${program}`);
	const { path, env } = unpacked;
	if (program === 'alertmanager') {
		// Debian's reads its templates from there: here from the folder that it runs in.
		const whole = await readFile(path, 'latin1');
		const here = whole.replaceAll('/usr/share/prometheus/', 'usr//share/prometheus/');
		await writeFile(path, here, 'latin1');
	}
	await succeed(path, [shown], { cwd, env });
}
