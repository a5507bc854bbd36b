import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { wrongWith } from '../../../bench/arrived.ts';
import type { Errand } from '../../../bench/errands.ts';
import { startLimit, type Limit } from '../../../bench/limit.ts';
import { rowsOf } from '../../../bench/rows.ts';
import { startRemoteSandbox, type RemoteSandbox } from '../../../bench/sandbox.ts';
import { http } from '../../../host/http.ts';
import { stopAll } from '../../../host/process.ts';
import type { RecordedMessage } from '../../../sandbox/index.ts';

let sandbox: RemoteSandbox;

beforeAll(async () => {
	sandbox = await startRemoteSandbox();
});
afterAll(stopAll);

describe.each<Errand>(['texts', 'oneText', 'ids'])('what plain Node sends as %s', (errand) => {
	let limit: Limit;
	beforeAll(() => {
		limit = startLimit(sandbox, errand, 250);
	});
	beforeEach(() => sandbox.begin(0, errand, 250));
	afterAll(() => limit.stop());

	const wrong = async (rows: number) =>
		wrongWith(await sandbox.arrived(errand), rowsOf(rows), errand);

	test('arrives once for every row, a hundred in a request', async () => {
		await limit.run(250);
		expect(await wrong(250)).toBeUndefined();
		expect(await sandbox.requests()).toBe(3);
	});

	test('is missed where a row has none', async () => {
		await limit.run(249);
		expect(await wrong(250)).toMatch(/^249 .* instead of 250; 1 rows missing or changed/);
	});

	test('is noticed where it comes twice', async () => {
		await limit.run(2);
		await limit.run(1);
		expect(await wrong(2)).toMatch(/^3 .* instead of 2; 1 of them twice$/);
	});
});

test('a text of another row is noticed, and an arrival where none was due', () => {
	const rows = rowsOf(2);
	const swapped = rows.map(({ phone }, row): [string, string] => [
		phone,
		`3000: سلام ${rows[1 - row]?.name}، ${rows[1 - row]?.note}`,
	]);
	expect(wrongWith(swapped, rows, 'texts')).toMatch(/^2 rows missing or changed/);
	expect(wrongWith(swapped, rows, undefined)).toBe('2 messages arrived instead of 0');
});

test('the ids of the rows are those that the sandbox gives their texts', async () => {
	await sandbox.begin(0, 'ids', 1_001);
	const { data } = await http.request<string>({ url: `${sandbox.url}/_sandbox/messages` });
	const messages = JSON.parse(data) as RecordedMessage[];
	expect(messages.map(({ id, destination }) => [id, destination])).toEqual(
		rowsOf(1_001).map(({ id, phone }) => [id, phone]),
	);
	expect(await sandbox.requests()).toBe(0);
});
