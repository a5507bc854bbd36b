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

const suite = (name) => ({
	displayName: name,
	testEnvironment: 'node',
	transform,
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
});

/**
 * One project per suite: `unit` takes seconds, `engine` about a minute. The others need the installed host; `editor`
 * and `inbox` a Chromium as well, `queue` Redis and PostgreSQL.
 */
module.exports = {
	projects: ['unit', 'engine', 'e2e', 'queue', 'editor', 'inbox'].map(suite),
};
