// `npm run lint`: n8n's own linter in strict mode, which wants the root's configuration as n8n wrote it. What is not
// shipped has rules of its own, found in each folder (ESLint 9 looks there by this flag, ESLint 10 always); those of the
// house, for shipped code too, are a second configuration, and which room takes what from which a third.
import { projectEnvironment, run } from './setup.mjs';

const env = { ...projectEnvironment(), ESLINT_FLAGS: 'unstable_config_lookup_from_file' };
const folders = ['nodes', 'credentials', 'sandbox', 'host', 'bench'];
const bare = ['tools/run.mjs', 'tools/setup.mjs'];
const house = ['--no-config-lookup', '--config', 'tools/house.eslint.mjs', ...folders, ...bare];
const rooms = ['--config', 'tools/rooms.cruise.cjs', 'nodes', 'credentials', 'sandbox'];
const ended = await Promise.allSettled([
	run('n8n-node', ['lint', ...process.argv.slice(2)], env),
	run('eslint', house, projectEnvironment()),
	run('depcruise', rooms, projectEnvironment()),
]);
if (ended.some(({ status }) => status === 'rejected')) process.exitCode = 1;
