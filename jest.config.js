const transform = {
	'^.+\\.ts$': [
		'@swc/jest',
		{
			jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
			module: { type: 'commonjs' },
			sourceMaps: 'inline',
		},
	],
};

const suite = (name, files = '**/*.test.ts') => ({
	displayName: name,
	testEnvironment: 'node',
	transform,
	testMatch: [`<rootDir>/test/${name}/${files}`],
});

/** A few files load those of the folders (test/suites.ts), but where some are named. */
const isNamed = process.argv.slice(2).some((arg) => !arg.startsWith('-'));
const inFolders = (name) => suite(name, isNamed ? '*/**/*.test.ts' : '*.test.ts');

/**
 * One project per suite: `unit` takes seconds, `engine` a few minutes. The others need the installed host, `editor` and
 * `inbox` a Chromium as well, `queue` Redis and PostgreSQL; `weekly` is in no `npm test`.
 */
module.exports = {
	// What hangs must end; how long a test takes on a slow machine proves nothing.
	testTimeout: 20 * 60_000,
	projects: [
		...['unit', 'engine'].map(inFolders),
		...['e2e', 'newest', 'queue', 'editor', 'inbox', 'weekly'].map((name) => suite(name)),
	],
};
