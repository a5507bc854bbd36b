import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { nodeBinary } from '../../../host/node.ts';
import { settings } from '../../../host/settings.ts';

let folder: string;
beforeAll(() => {
	// With a space, as a home may have.
	folder = realpathSync(mkdtempSync(join(tmpdir(), 'module paths-')));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (path: string, text: string) => {
	const file = join(folder, path);
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, text);
	return file;
};

/** What a program says that runs as n8n does, where n8n would be installed in `host`. */
function said(main: string): string {
	const place = { userFolder: folder, encryptionKey: '', readableFolder: folder };
	const ports = { port: 1, brokerPort: 2 };
	const env = settings({ hostFolder: join(folder, 'host'), ...place, ...ports });
	const { stdout, stderr } = spawnSync(nodeBinary(), [main], { env, encoding: 'utf8' });
	return `${stdout}${stderr}`.trim();
}

test('where a module of n8n was found is kept, and where one of a user folder was is not', () => {
	write('host/node_modules/b/index.js', 'module.exports = "first";');
	write('host/node_modules/b/import.mjs', 'export default "imported";');
	write(
		'host/node_modules/b/package.json',
		'{ "exports": { "import": "./import.mjs", "require": "./index.js" } }',
	);
	write('host/node_modules/a/index.js', 'module.exports = require("b");');
	const inHost = write(
		'host/main.js',
		'import("b").then(({ default: b }) => console.log(require("a"), require("node:path").basename("x/y"), b));',
	);
	write('user/node_modules/b.js', 'module.exports = "first";');
	const inUser = write('user/main.js', 'console.log(require("b"));');
	expect(said(inHost)).toBe('first y imported');
	expect(said(inUser)).toBe('first');

	// Node would find these first, if it looked.
	write('host/node_modules/a/node_modules/b/index.js', 'module.exports = "second";');
	write('user/node_modules/b/package.json', '{}');
	rmSync(join(folder, 'user/node_modules/b.js'));
	write('user/node_modules/b/index.js', 'module.exports = "second";');
	expect(said(inHost)).toBe('first y imported');
	expect(said(inUser)).toBe('second');

	// What can't be read is written anew.
	write('host/.module-paths.json', '{ "');
	expect(said(inHost)).toBe('second y imported');
});
