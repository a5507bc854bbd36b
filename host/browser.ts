import { accessSync, constants } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { nodeBinary } from './node.ts';
import { run } from './process.ts';
import { withProgress, type Say } from './progress.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const FONTS = ['fonts-noto-core', 'fonts-noto-color-emoji'];

/** A way to get a Chromium where there is none: commands, run one after the other. */
interface Way {
	what: string;
	expected: string;
	commands: string[][];
}

/**
 * The path of a Chromium that starts: CHROMIUM_PATH, else one on the PATH, else Playwright's own, else one that is
 * installed now. Throws where there is none, with all that was tried and how to help.
 */
export async function findChromium(say: Say): Promise<string> {
	const chosen = process.env.CHROMIUM_PATH;
	if (chosen) {
		if (await starts(chosen)) return chosen;
		throw new Error(
			`CHROMIUM_PATH is ${chosen}, which is no Chromium that starts. Correct it, or unset it.`,
		);
	}
	const tried: string[] = [];
	const there = await lookAround(tried);
	if (there !== undefined) return there;
	for (const { what, expected, commands } of ways()) {
		try {
			await withProgress(say, what, expected, () => runAll(commands));
			tried.push(`${what}: done, but it does not start`);
		} catch (error) {
			tried.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
		}
		// Also after a failure: apt-get may complain of a package that has nothing to do with it.
		const found = await lookAround([]);
		if (found !== undefined) return found;
	}
	throw new Error(
		[
			'No Chromium was found that starts, and none could be installed.',
			...tried.map((one) => `  - ${one}`),
			`Install Chromium and its fonts (Debian: apt-get install chromium ${FONTS.join(' ')}; elsewhere: npx playwright-core install --with-deps chromium), or set CHROMIUM_PATH to the path of one.`,
		].join('\n'),
	);
}

/** Starts Chromium without a window. It reaches nothing but this machine. */
export async function openBrowser(say: Say): Promise<Browser> {
	const executablePath = await findChromium(say);
	return await chromium.launch({
		executablePath,
		args: [
			// Chromium's sandbox refuses to start for root.
			...(isRoot() ? ['--no-sandbox'] : []),
			'--disable-gpu',
			'--disable-quic',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
			// A proxy from the environment would resolve names by itself, past the rule below.
			'--no-proxy-server',
			'--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1, EXCLUDE localhost',
			'--lang=en-US',
		],
	});
}

/** Looks on the PATH and where Playwright keeps its own; writes down what was in vain. */
async function lookAround(tried: string[]): Promise<string | undefined> {
	for (const path of onPath(NAMES)) {
		if (await starts(path)) return path;
		tried.push(`${path}: does not start`);
	}
	const own = chromium.executablePath();
	if (executable(own)) {
		if (await starts(own)) return own;
		tried.push(`${own}: does not start`);
	} else {
		tried.push(`${NAMES.join(', ')}: none on the PATH; no ${own || 'Chromium of Playwright'}`);
	}
	return undefined;
}

/** What can be tried on this machine, in order. */
function ways(): Way[] {
	const playwright = [nodeBinary(), resolve('node_modules/playwright-core/cli.js')];
	const download: Way = {
		what: 'Installing Chromium with Playwright',
		expected: 'about 1 minute and 400 MB',
		commands: [[...playwright, 'install', 'chromium']],
	};
	const [apt] = onPath(['apt-get']);
	if (!isRoot() || apt === undefined) return [download];
	return [
		download,
		{
			what: 'Installing Chromium with apt-get',
			expected: 'about 2 minutes and 600 MB',
			commands: [
				[apt, 'update'],
				[apt, 'install', '-y', 'chromium', ...FONTS],
			],
		},
		{
			// Where apt's own Chromium is only a pointer to a snap, as on Ubuntu, the downloaded one may lack libraries.
			what: "Installing the libraries of Playwright's Chromium",
			expected: 'about 2 minutes',
			commands: [[...playwright, 'install-deps', 'chromium']],
		},
	];
}

/** Runs commands up to the first that fails; throws with its last words. */
async function runAll(commands: string[][]): Promise<void> {
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	for (const [command = '', ...args] of commands) {
		const { exitCode, stdout, stderr } = await run(command, args, { cwd: process.cwd(), env });
		if (exitCode !== 0) {
			const words = `${stdout}\n${stderr}`.trim().split('\n').slice(-4).join(' | ');
			throw new Error(`${[command, ...args].join(' ')} failed with ${exitCode}: ${words}`);
		}
	}
}

/** Some that are on the PATH are only a pointer to a package that is not there, so it has to say its version. */
async function starts(path: string): Promise<boolean> {
	const options = { cwd: process.cwd(), env: process.env };
	const { exitCode, stdout } = await run(path, ['--version'], options);
	return exitCode === 0 && /Chrom(e|ium)/.test(stdout);
}

const onPath = (names: string[]): string[] => {
	const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
	return names.flatMap((name) => folders.map((folder) => join(folder, name)).filter(executable));
};

function executable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

const isRoot = (): boolean => process.getuid?.() === 0;
