// Runs jest with what n8n's expression engine needs: it loads its isolate by a dynamic import.
import { projectEnvironment, run } from './setup.mjs';

const options = '--experimental-vm-modules --disable-warning=ExperimentalWarning';

/** Runs jest with these arguments; rejects where a test fails. */
export async function jest(args) {
	await run('jest', args, { ...projectEnvironment(), NODE_OPTIONS: options });
}

// Not `import.meta.main`, which older Nodes lack: it would run nothing, and say nothing.
if (process.argv[1]?.endsWith('jest.mjs')) {
	await jest(process.argv.slice(2)).catch(() => {
		process.exitCode = 1;
	});
}
