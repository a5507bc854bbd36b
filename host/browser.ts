import { resolve } from 'node:path';
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';
import { nodeBinary, onPath, run, succeed } from './process.ts';
import { withProgress, type Say } from './progress.ts';

/** The shell comes first: it draws the same pages, but no window around them: a third to two thirds of the processor time. */
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chrome-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
const FONTS = ['fonts-noto-core', 'fonts-noto-color-emoji'];
const isRoot = process.getuid?.() === 0;
/** Chromium's sandbox refuses to start for root. */
const IN_ROOTS_NAME = isRoot ? ['--no-sandbox'] : [];

/** Commands that install a Chromium or what it lacks, in the order in which they are tried. */
function ways(): string[][] {
	const playwright = [nodeBinary(), resolve('node_modules/playwright-core/cli.js')];
	const apt = ['apt-get', 'install', '-y', ...FONTS];
	return [
		[...playwright, 'install', '--only-shell', 'chromium'],
		...(isRoot
			? [
					['apt-get', 'update'],
					[...apt, SHELL],
					// Ubuntu has no shell of its own, and its Chromium is only a pointer to a snap; the downloaded one may lack libraries.
					[...apt, 'chromium'],
					[...playwright, 'install-deps', 'chromium'],
				]
			: []),
	];
}

/**
 * A Chromium that starts: CHROMIUM_PATH, else one on the PATH, else Playwright's own, else one that is installed now.
 * Throws where there is none, with all that was tried and how to help.
 */
export async function findChromium(say: Say): Promise<Pick<LaunchOptions, 'executablePath'>> {
	const chosen = process.env.CHROMIUM_PATH;
	if (chosen) {
		if (await starts(chosen)) return { executablePath: chosen };
		throw new Error(`CHROMIUM_PATH is ${chosen}, which is no Chromium that starts.`);
	}
	const there = await lookAround();
	if (there !== undefined) return there;
	const tried: string[] = [];
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	const options = { cwd: process.cwd(), env };
	for (const [command = '', ...args] of ways()) {
		const what = `Getting a Chromium: ${[command, ...args.slice(0, 1)].join(' ')}`;
		await withProgress(say, what, 'up to 2 minutes', () => succeed(command, args, options)).catch(
			(error: unknown) => tried.push(String(error)),
		);
		// Also after a failure: apt-get may complain of a package that has nothing to do with it.
		const found = await lookAround();
		if (found !== undefined) return found;
	}
	throw new Error(
		`No Chromium was found that starts, and none could be installed.\n${tried.join('\n')}\nInstall Chromium and its fonts (Debian: apt-get install ${SHELL} ${FONTS.join(' ')}; elsewhere: npx playwright-core install --with-deps --only-shell chromium), or set CHROMIUM_PATH to the path of one.`,
	);
}

/** Starts Chromium without a window. It reaches nothing but this machine. */
export async function openBrowser(say: Say): Promise<Browser> {
	return await chromium.launch({
		...(await findChromium(say)),
		args: [
			...IN_ROOTS_NAME,
			...['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync', '--lang=en-US'],
			...['--disable-background-networking', '--disable-component-update'],
			// A proxy from the environment would resolve names by itself, past the rule below.
			'--no-proxy-server',
			'--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1, EXCLUDE localhost',
		],
	});
}

/** Looks on the PATH and where Playwright keeps its own. */
async function lookAround(): Promise<Pick<LaunchOptions, 'executablePath'> | undefined> {
	for (const executablePath of NAMES.flatMap(onPath))
		if (await starts(executablePath)) return { executablePath };
	// Where its own is, Playwright says for the one with a window only.
	const own = await chromium.launch({ args: IN_ROOTS_NAME }).catch(() => undefined);
	await own?.close();
	return own && {};
}

/** Some that are on the PATH are only a pointer to a package that is not there, so it has to say its version. */
async function starts(path: string): Promise<boolean> {
	const options = { cwd: process.cwd(), env: process.env };
	const { exitCode, stdout } = await run(path, ['--version'], options);
	return exitCode === 0 && /Chrom(e|ium)/.test(stdout);
}
