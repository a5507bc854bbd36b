import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { commandsOf, runCurl } from './commands.ts';
import { readPage } from './markdown.ts';
import { docsFiles } from './pages.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
	scripts: Record<string, string>;
};

/** `npm start`, `npm run sandbox` and the like, with settings before it. */
const NPM = /^(?:[A-Z_]+=\S+ )*npm (?:run )?([\w:]+)(?: -- --once)?$/;

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

test.each(docsFiles())('the commands of %s are those of this project, and work', async (path) => {
	for (const command of readPage(path).sections.flatMap(commandsOf)) {
		const [, script] = NPM.exec(command) ?? [];
		if (script !== undefined) {
			expect([command, scripts[script]]).toEqual([command, expect.any(String)]);
			continue;
		}
		const answer = await runCurl(command, sandbox.url);
		expect([command, answer.status]).toEqual([command, 200]);
	}
});

test("the commands of the sandbox's own page work, once there is a message", async () => {
	const named = (line: string) => line.replaceAll('$U', 'http://127.0.0.1:4010');
	const lines = readPage('sandbox/README.md').sections.flatMap(commandsOf).map(named);
	const send = lines.find((line) => line.includes('/sendsms')) ?? '';
	for (const line of lines.filter((line) => line.startsWith('curl '))) {
		sandbox.reset();
		await runCurl(send, sandbox.url);
		const answer = await runCurl<string | Readable>(line, sandbox.url);
		expect([line, answer.status]).toEqual([line, 200]);
		// The events go on for ever.
		if (typeof answer.data !== 'string') answer.data.destroy();
	}
	expect(lines.length).toBeGreaterThan(15);
});

test.each([
	'README.md',
	'CONTRIBUTING.md',
	...['bench', 'docs', 'host', 'sandbox'].map((folder) => `${folder}/README.md`),
])('the npm scripts that %s names are those of this project', (path) => {
	const named = readFileSync(path, 'utf8').matchAll(/\bnpm (?:run ([\w:]+)|(start|test)\b)/g);
	const names = [...named].map(([, script, own]) => script ?? own);
	expect(names).not.toEqual([]);
	for (const name of names) expect(Object.keys(scripts)).toContain(name);
});
