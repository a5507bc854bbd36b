// `npm run lint`: n8n's own linter in strict mode, which wants the root's configuration as n8n wrote it. What is not
// shipped has rules of its own, found in each folder (ESLint 9 looks there by this flag, ESLint 10 always).
import { projectEnvironment, run } from './setup.mjs';

const ESLINT_FLAGS = 'unstable_config_lookup_from_file';
await run('n8n-node', ['lint', ...process.argv.slice(2)], {
	...projectEnvironment(),
	ESLINT_FLAGS,
}).catch(() => {
	process.exitCode = 1;
});
