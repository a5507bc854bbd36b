// Runs jest with what n8n's expression engine needs: it loads its isolate by a dynamic import.
import { takeN8nVersion } from './n8n-version.mjs';
import { projectEnvironment, run } from './setup.mjs';

const options = '--experimental-vm-modules --disable-warning=ExperimentalWarning';

/** Runs jest with these arguments, among them `--n8n <version>` for the suites on a real n8n; rejects where a test fails. */
export async function jest(given) {
	const { args, environment } = takeN8nVersion(given);
	await run('jest', args, { ...projectEnvironment(), ...environment, NODE_OPTIONS: options });
}

// Not `import.meta.main`, which older Nodes lack: it would run nothing, and say nothing.
if (process.argv[1]?.endsWith('jest.mjs')) {
	await jest(process.argv.slice(2)).catch((error) => {
		// Jest has said itself which tests failed.
		if (error instanceof RangeError) console.error(error.message);
		process.exitCode = 1;
	});
}
