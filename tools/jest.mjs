// Runs jest with what n8n's expression engine needs: it loads its isolate by a dynamic import.
import { takeN8nVersion } from './n8n-version.mjs';
import { projectEnvironment, run } from './setup.mjs';

const options = '--experimental-vm-modules --disable-warning=ExperimentalWarning';

/** Suites that run a real n8n or a Chromium, and so need it installed. */
export const INSTALLED = ['e2e', 'newest', 'queue', 'editor', 'inbox'];

const PROJECT = '--selectProjects=';
const toInstall = (args) => INSTALLED.filter((suite) => args.includes(PROJECT + suite));

/** Arguments and environment of jest, from arguments that may hold `--n8n <version>` for the suites on a real n8n. */
export function jestWith(given) {
	const { args: all, environment } = takeN8nVersion(given);
	// Jest takes whatever stands behind this option for further projects.
	const isProject = (arg) => arg.startsWith(PROJECT);
	const args = [...all.filter((arg) => !isProject(arg)), ...all.filter(isProject)];
	return { args, environment: { ...projectEnvironment(), ...environment, NODE_OPTIONS: options } };
}

// Not `import.meta.main`, which older Nodes lack: it would run nothing, and say nothing.
if (process.argv[1]?.endsWith('jest.mjs')) {
	try {
		const { args, environment } = jestWith(process.argv.slice(2));
		// Here and not in a test, whose time is measured so that what hangs ends.
		for (const suite of toInstall(args)) await run('node', ['host/needs.ts', suite], environment);
		await run('jest', args, environment);
	} catch (error) {
		// Jest has said itself which tests failed.
		if (error instanceof RangeError) console.error(error.message);
		process.exitCode = 1;
	}
}
