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

/** One project per suite: `unit` takes seconds, `engine` about a minute, `e2e` needs the installed host. */
module.exports = { projects: ['unit', 'engine', 'e2e'].map(suite) };
