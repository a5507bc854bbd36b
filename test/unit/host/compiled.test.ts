import { expect, test } from '@jest/globals';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compiledFolder } from '../../../host/compiled.ts';

test('what n8n has compiled is kept beside it, until too much of it is of packages that are gone', () => {
	const host = mkdtempSync(join(tmpdir(), 'compiled-'));
	try {
		const folder = compiledFolder(host);
		const versioned = join(folder, 'v24-x64');
		mkdirSync(versioned, { recursive: true });
		for (let index = 0; index < 19_999; index++) writeFileSync(join(versioned, `${index}`), '');
		expect(compiledFolder(host)).toBe(folder);
		expect(existsSync(join(versioned, '1'))).toBe(true);
		writeFileSync(join(versioned, 'one more'), '');
		expect(compiledFolder(host)).toBe(folder);
		expect(existsSync(folder)).toBe(false);
	} finally {
		rmSync(host, { recursive: true, force: true });
	}
});
