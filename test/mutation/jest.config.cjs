// The unit tests of what is mutated: without those that measure time, which a mutated file's counters would spoil.
const { projects } = require('../../jest.config.js');

module.exports = {
	...projects.find(({ displayName }) => displayName === 'unit'),
	rootDir: '../..',
	testMatch: ['<rootDir>/test/unit/{response,lib,dispatch}/**/*.test.ts'],
	testPathIgnorePatterns: ['linear', 'rowExpressions'],
};
