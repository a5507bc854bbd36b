// Runs jest with what n8n's expression engine needs: it loads its isolate by a dynamic import.
import { projectEnvironment, run } from './setup.mjs';

const options = '--experimental-vm-modules --disable-warning=ExperimentalWarning';

/** Runs jest with these arguments; rejects where a test fails. */
export async function jest(args) {
	await run('jest', args, { ...projectEnvironment(), NODE_OPTIONS: options });
}

if (import.meta.main) {
	await jest(process.argv.slice(2)).catch(() => {
		process.exitCode = 1;
	});
}
