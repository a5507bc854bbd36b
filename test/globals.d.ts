import type * as jestGlobals from '@jest/globals';

/** What jest gives each test file. */
declare global {
	const afterAll: typeof jestGlobals.afterAll;
	const afterEach: typeof jestGlobals.afterEach;
	const beforeAll: typeof jestGlobals.beforeAll;
	const beforeEach: typeof jestGlobals.beforeEach;
	const describe: typeof jestGlobals.describe;
	const expect: typeof jestGlobals.expect;
	const jest: typeof jestGlobals.jest;
	const test: typeof jestGlobals.test;
}
