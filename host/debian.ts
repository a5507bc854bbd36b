import { existsSync, globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keptFolder, keptPath } from './cache.ts';
import { succeed } from './process.ts';
import { withProgress, type Say } from './progress.ts';

/** Programs of Debian's packages that tests run, each with what shows that it starts. */
const PROGRAMS = {
	alertmanager: ['prometheus-alertmanager', 'usr/bin/prometheus-alertmanager', '--version'],
	zabbix_js: ['zabbix-proxy-sqlite3', 'usr/bin/zabbix_js', '-V'],
} as const;
export type Program = keyof typeof PROGRAMS;

const folderOf = (program: Program) => keptPath(program, [PROGRAMS[program][0]]);

/** A program, if this machine has got it, and the folder to run it in; otherwise says that its tests are left out. */
export function debianProgram(program: Program): { path: string; cwd: string } | undefined {
	const cwd = folderOf(program);
	const path = join(cwd, PROGRAMS[program][1]);
	if (existsSync(path)) return { path, cwd };
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
	const [name, path, shown] = PROGRAMS[program];
	const options = { cwd, env: process.env };
	const download = () => succeed('apt-get', ['download', name], options);
	// A fresh container has no lists of packages.
	await download().catch(() => succeed('apt-get', ['update'], options).then(download));
	await succeed('dpkg-deb', ['-x', ...globSync('*.deb', { cwd }), '.'], options);
	// Debian's Alertmanager reads its templates from there: here from the folder that it runs in.
	const whole = await readFile(join(cwd, path), 'latin1');
	const here = whole.replaceAll('/usr/share/prometheus/', 'usr//share/prometheus/');
	await writeFile(join(cwd, path), here, 'latin1');
	await succeed(join(cwd, path), [shown], options);
}
