// Runs jest with what n8n's expression engine needs: it loads its isolate by a dynamic import.
import { projectEnvironment, run } from './setup.mjs';

const options = '--experimental-vm-modules --disable-warning=ExperimentalWarning';

/** Suites that run a real n8n or a Chromium, and so need it installed. */
export const INSTALLED = ['e2e', 'newest', 'queue', 'editor', 'inbox', 'weekly'];

export const jestEnvironment = (environment) => ({ ...environment, NODE_OPTIONS: options });

// Not `import.meta.main`, which older Nodes lack: it would run nothing, and say nothing.
if (process.argv[1]?.endsWith('jest.mjs')) {
	const given = process.argv.slice(2);
	const project = given.findIndex((arg) => arg.startsWith('--selectProjects='));
	// Jest takes whatever stands behind this option for further projects.
	const [last = ''] = project < 0 ? [] : given.splice(project, 1);
	const suite = last.split('=')[1];
	try {
		// Here and not in a test, whose time is measured so that what hangs ends.
		if (INSTALLED.includes(suite))
			await run('node', ['host/needs.ts', suite], projectEnvironment());
		await run('jest', [...given, last], jestEnvironment(projectEnvironment()));
	} catch {
		// Jest has said itself which tests failed.
		process.exitCode = 1;
	}
}
