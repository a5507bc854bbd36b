import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { commandsOf, runCurl, SHOWN_SANDBOX } from './commands.ts';
import { readPage } from './markdown.ts';
import { docsFiles } from './pages.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const send = `curl -d 'username=demo&password=demo-password&source=3000&destination=09120000000&message=x' ${SHOWN_SANDBOX}/webservice/v2rest/sendsms`;

test.each(['sandbox/README.md', ...docsFiles()])('the commands of %s work', async (path) => {
	const lines = readPage(path).sections.flatMap(commandsOf);
	for (const line of lines.map((one) => one.replaceAll('$U', SHOWN_SANDBOX))) {
		if (/^U=|^(?:[A-Z_]+=\S+ )*npm /.test(line)) continue;
		// There is a message for those that want one.
		sandbox.reset();
		await runCurl(send, sandbox.url);
		const answer = await runCurl<string | Readable>(line, sandbox.url);
		expect([line, answer.status]).toEqual([line, 200]);
		// The events go on for ever.
		if (typeof answer.data !== 'string') answer.data.destroy();
	}
});

const others = ['', 'bench/', 'host/', 'sandbox/'].map((folder) => `${folder}README.md`);
test.each([...others, 'CONTRIBUTING.md', ...docsFiles()])('npm scripts of %s are there', (path) => {
	const text = readFileSync(path, 'utf8');
	const named = text.matchAll(/\bnpm (?:run ([\w:]+)|(start|test)\b)/g);
	const names = [...named].map(([, script, own]) => script ?? own ?? '');
	expect(names.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

const foreign = ['rm -rf x', 'curl http://example.com/x', `curl ${SHOWN_SANDBOX}/x x`];
test.each(foreign)('a line that is no such command is not run: %s', async (line) => {
	await expect(runCurl(line, sandbox.url)).rejects.toThrow();
});
