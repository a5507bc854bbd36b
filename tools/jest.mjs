// Runs jest with what n8n's expression engine needs: it loads its isolate by a dynamic import.
import { projectEnvironment, run } from './setup.mjs';

const NODE_OPTIONS = '--experimental-vm-modules --disable-warning=ExperimentalWarning';

/** Suites that run a real n8n or a Chromium, and so need it installed. */
export const INSTALLED = ['e2e', 'newest', 'queue', 'editor', 'inbox', 'weekly'];

export const jestEnvironment = (environment) => ({ ...environment, NODE_OPTIONS });

// Not `import.meta.main`, which older Nodes lack: it would run nothing, and say nothing.
if (process.argv[1]?.endsWith('jest.mjs')) {
	// Jest takes whatever stands behind `--selectProjects` for further projects: it comes last.
	const [project = '', ...given] = process.argv.slice(2);
	const suite = project.split('=')[1];
	const environment = projectEnvironment();
	// Here and not in a test, whose time is measured so that what hangs ends.
	const needs = INSTALLED.includes(suite) ? run('node', ['host/needs.ts', suite], environment) : 0;
	await Promise.resolve(needs)
		.then(() => run('jest', [...given, project], jestEnvironment(environment)))
		// Jest has said itself which tests failed.
		.catch(() => (process.exitCode = 1));
}
