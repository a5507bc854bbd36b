// Run by shapes.test.ts with --allow-natives-syntax: asks V8 of each row, result and item of a run whether it keeps their
// members where it finds them at once, or in a dictionary, which takes several times as long.
import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { transformSync } = require('@swc/core');
const [, swcOptions] = Object.values(require('../../../jest.config.js').projects[0].transform)[0];
/** All rows that are made, which nothing gives out: their one maker is made to keep them. */
const rows = [];
globalThis.keepRow = (row) => rows[rows.push(row) - 1];
const MAKER = 'export const draftOf = (item: number): Draft =>';
const KEEPER = `${MAKER} globalThis.keepRow(made(item));\nconst made = (item: number): Draft =>`;
Module._extensions['.ts'] = (module, file) => {
	const options = { ...swcOptions, sourceMaps: false, filename: file, swcrc: false };
	const source = readFileSync(file, 'utf8').replace(MAKER, KEEPER);
	module._compile(transformSync(source, options).code, file);
};

const { runNode, startEngine, stopEngine } = require('../stage/engine.ts');
const { startSandbox } = require('../../../sandbox/index.ts');

const isFast = new Function('object', 'return %HasFastProperties(object)');
const to = { destination: '={{ $json.to }}' };
const text = { ...to, source: '3000', message: '=Hi {{ $json.name }}' };
const RUNS = [
	['sms', 'send', text],
	['sms', 'sendBulk', text],
	['sms', 'sendAndWait', text],
	['sms', 'getStatus', { messageIds: '={{ $json.id }}' }],
	['call', 'playVoiceFile', { ...to, fileId: '77' }],
	['call', 'sendCode', { ...to, code: '048213' }],
	['report', 'getCredit', {}],
];

await startEngine('legacy');
const sandbox = await startSandbox();
const { url, username, password } = sandbox;
const login = { smsBaseUrl: url, callBaseUrl: url, allowPlainHttp: false };
const found = {};
for (const [resource, value, fields] of RUNS) {
	rows.length = 0;
	const count = value === 'sendAndWait' ? 1 : 20;
	const input = Array.from({ length: count }, (_, at) => ({
		to: `0912000${1000 + at}`,
		name: 'Sara',
		id: String(9_001_000 + at),
	}));
	const parameters = { resource, operation: value, ...fields };
	const credentials = { username, password, ...login };
	const { run, items } = await runNode({ parameters, rows: input, credentials });
	const shapes = new Set(rows.map((row) => Object.keys(row).join()));
	const all = [
		...rows,
		...rows.map(({ result }) => result),
		...items,
		...items.map((one) => one.json),
	];
	found[value] = {
		rows: rows.length,
		items: items.length,
		shapes: shapes.size,
		slow: all.filter((one) => !isFast(one)).length,
		error: run.data.resultData.error?.message,
	};
}
await sandbox.close();
await stopEngine();
// What must come out as slow, or V8 was not asked.
const emptied = { a: 1, b: 2 };
delete emptied.a;
found.deleted = { slow: isFast(emptied) ? 0 : 1 };
console.log(JSON.stringify(found));
