import { accessSync, constants } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';
import { nodeBinary } from './node.ts';
import { run } from './process.ts';
import { withProgress, type Say } from './progress.ts';

/** The shell comes first: it draws the same pages, but no window around them: a third to two thirds of the processor time. */
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chrome-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
const FONTS = ['fonts-noto-core', 'fonts-noto-color-emoji'];

/** A way to get a Chromium where there is none: commands, run one after the other. */
interface Way {
	what: string;
	expected: string;
	commands: string[][];
}

/** Where Playwright finds a Chromium: at a path, or at its own where there is none. */
type Found = Pick<LaunchOptions, 'executablePath'>;

/**
 * A Chromium that starts: CHROMIUM_PATH, else one on the PATH, else Playwright's own, else one that is installed now.
 * Throws where there is none, with all that was tried and how to help.
 */
export async function findChromium(say: Say): Promise<Found> {
	const chosen = process.env.CHROMIUM_PATH;
	if (chosen) {
		if (await starts(chosen)) return { executablePath: chosen };
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
			`Install Chromium and its fonts (Debian: apt-get install ${SHELL} ${FONTS.join(' ')}; elsewhere: npx playwright-core install --with-deps --only-shell chromium), or set CHROMIUM_PATH to the path of one.`,
		].join('\n'),
	);
}

/** Starts Chromium without a window. It reaches nothing but this machine. */
export async function openBrowser(say: Say): Promise<Browser> {
	return await chromium.launch({
		...(await findChromium(say)),
		args: [
			...inRootsName(),
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
async function lookAround(tried: string[]): Promise<Found | undefined> {
	const there = onPath(NAMES);
	for (const executablePath of there) {
		if (await starts(executablePath)) return { executablePath };
		tried.push(`${executablePath}: does not start`);
	}
	if (there.length === 0) tried.push(`${NAMES.join(', ')}: none on the PATH`);
	try {
		// Where its own is, Playwright says for the one with a window only.
		await (await chromium.launch({ args: inRootsName() })).close();
		return {};
	} catch (error) {
		const words = error instanceof Error ? error.message : String(error);
		tried.push(`Playwright's own: ${words.split('\n')[0]}`);
		return undefined;
	}
}

/** What can be tried on this machine, in order. */
function ways(): Way[] {
	const playwright = [nodeBinary(), resolve('node_modules/playwright-core/cli.js')];
	const download: Way = {
		what: 'Installing Chromium with Playwright',
		expected: 'about 1 minute and 300 MB',
		commands: [[...playwright, 'install', '--only-shell', 'chromium']],
	};
	const [apt] = onPath(['apt-get']);
	if (!isRoot() || apt === undefined) return [download];
	return [
		download,
		byApt(apt, SHELL, 'about 1 minute and 400 MB'),
		// Ubuntu has no shell of its own.
		byApt(apt, 'chromium', 'about 2 minutes and 600 MB'),
		{
			// Where apt's own Chromium is only a pointer to a snap, as on Ubuntu, the downloaded one may lack libraries.
			what: "Installing the libraries of Playwright's Chromium",
			expected: 'about 2 minutes',
			commands: [[...playwright, 'install-deps', 'chromium']],
		},
	];
}

const byApt = (apt: string, name: string, expected: string): Way => ({
	what: `Installing ${name} with apt-get`,
	expected,
	commands: [
		[apt, 'update'],
		[apt, 'install', '-y', name, ...FONTS],
	],
});

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

/** Chromium's sandbox refuses to start for root. */
const inRootsName = (): string[] => (isRoot() ? ['--no-sandbox'] : []);

const isRoot = (): boolean => process.getuid?.() === 0;
