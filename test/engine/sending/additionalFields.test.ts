import {
	ALL_THAT_SEND,
	CONTINUE,
	getCredit,
	getStatus,
	grouped,
	type IDataObject,
	numbers,
	pairOf,
	type Parameters,
	playVoiceFile,
	SEND,
	staged,
} from '../stage/index.ts';

import { blocksOf, readPage, rowsOf, sectionOf, textOf } from '../../unit/docs/markdown.ts';
import type { Mark } from '../../unit/docs/markdown.ts';

const { sandbox, credentials, run, bodies, leaving, check, table } = staged();

const NAMES = ['other_id', 'tag', 'flag', 'note'];
beforeEach(() => sandbox().setAccount({ additionalFields: NAMES }));

/** The option with such fields. */
const further = (...field: IDataObject[]) => ({ additionalFields: { field } });
const tagged = (value: string) => ({ options: further({ name: 'tag', value }) });
const TAG = tagged('={{ $json.tag }}');
const ASKING: Array<[string, Parameters]> = [
	['getStatus', (options) => getStatus({ options })],
	['getCredit', (options) => ({ ...getCredit, options })],
];
const ALL = [...ALL_THAT_SEND, ...ASKING];
/** What each request, or each message of a bulk, carried of further fields. */
const carried = () =>
	bodies()
		.flatMap((body) => (Array.isArray(body.data) ? (body.data as IDataObject[]) : [body]))
		.map((body) =>
			Object.fromEntries(Object.entries(body).filter(([name]) => NAMES.includes(name))),
		);
const tags = (...all: string[]) => all.map((tag) => ({ tag }));
const rowsWith = (...all: unknown[]) =>
	all.map((tag, index) => ({ tag, to: numbers(all.length)[index] }) as IDataObject);

describe.each(ALL)('Extra Request Fields of %s', (name, parameters) => {
	test('leave beside the others, as text, number and boolean', async () => {
		const options = further(
			{ name: 'other_id', value: '={{ 0 }}' },
			{ name: 'tag', value: '={{ $json.tag }}' },
			{ name: 'flag', value: '={{ true }}' },
			{ name: 'note', value: '0' },
		);
		await check({ options, rows: rowsWith(7) }, parameters);
		expect(carried()).toEqual([{ other_id: 0, tag: 7, flag: true, note: '0' }]);
	});

	test('differ by row, and each row gets a result of its own', async () => {
		const { items } = await check({ ...TAG, rows: rowsWith('a', 'b', 'a') }, parameters);
		expect(items.map(pairOf)).toEqual([0, 1, 2]);
		// What only asks is asked once for all that are the same.
		expect(carried()).toEqual(name.startsWith('get') ? tags('a', 'b') : tags('a', 'b', 'a'));
	});

	test('without a value make a wrong row', async () => {
		const options = { ...TAG.options, ...(name.startsWith('get') ? {} : { invalidRows: 'skip' }) };
		const reason = `'Extra Request Fields' of item 1 has a field "tag" whose 'Value' is empty`;
		const rows = [...rowsWith('a'), { to: '0912' }];
		await check({ options, rows, node: CONTINUE, reason }, parameters);
		expect(carried()).toEqual(tags('a'));
	});
});

const OF_CREDENTIAL = 'which the node fills from its credential';

table('Extra Request Fields are refused by', ALL, {
	...Object.fromEntries(
		[
			['password', OF_CREDENTIAL],
			['username.x', OF_CREDENTIAL],
			['two words', 'which is no name of a field'],
		].map(([name, why]) => [
			`where they are named ${name}`,
			{
				options: further({ name, value: 'x' }),
				error: `'Extra Request Fields' of item 0 has a field named "${name}", ${why}`,
			},
		]),
	),
	'where one stands twice': {
		options: further({ name: 'tag', value: 'x' }, { name: 'tag', value: 'x' }),
		error: `'Extra Request Fields' of item 0 has the field "tag" twice`,
	},
});

test.each([
	['destination', 'To', SEND],
	['Message', 'Message', ALL[1]?.[1]],
	['file_id', 'Voice File ID', ALL[2]?.[1]],
	['code', 'Code', ALL[3]?.[1]],
	['msgid', 'Message IDs', ALL[4]?.[1]],
])('the field %s is the parameter %s', async (name, shown, parameters = SEND) => {
	const error = `'Extra Request Fields' of item 0 has a field named "${name}", which the node sends itself as '${shown}'`;
	const advice = `…Remove the field, and use '${shown}' for it.…`;
	await check({ options: further({ name, value: '1' }), error, advice }, parameters);
});

table('Extra Request Fields', SEND, {
	'leave in a multipart form too, as text': {
		options: {
			...further({ name: 'tag', value: '={{ 7 }}' }, { name: 'flag', value: '={{ false }}' }),
			bodyFormat: 'multipart',
		},
		wire: [{ tag: '7', flag: 'false' }],
	},
	'let rows share a request only where they agree in them': {
		options: { ...TAG.options, speed: { batchSize: 10 } },
		rows: rowsWith('a', 'b', 'a', 'b'),
		asks: '0,2 1,3',
		wire: tags('a', 'b'),
	},
	'are sent by n8n’s routing, item by item': {
		...TAG,
		rows: rowsWith('a'),
		more: { routingOnly: true },
		wire: tags('a'),
	},
});

test.each(ALL_THAT_SEND)(
	'a dry run of %s shows them, and never a secret',
	async (_, parameters) => {
		const shown = async (value: string) => {
			const options = { ...tagged(value).options, dryRun: true };
			const { json } = await check({ options }, parameters);
			const { request, additionalFields } = json[0] as Record<string, IDataObject>;
			return { json, tag: ((request?.body ?? additionalFields) as IDataObject).tag };
		};
		expect((await shown('spring')).tag).toBe('spring');
		const password = String(credentials().password);
		const { json, tag } = await shown(`key ${password}`);
		expect([tag, JSON.stringify(json).includes(password)]).toEqual(['***', false]);
		expect(leaving()).toEqual([]);
	},
);

test('the page on services that differ shows what leaves', async () => {
	const section = sectionOf(readPage('docs/topics/services-that-differ.md'), 'A field of your own');
	const option = further(
		...rowsOf(section, 'Name', 'Value').map((row) => ({
			name: textOf(row.Name as Mark),
			value: textOf(row.Value as Mark),
		})),
	);
	const shown = blocksOf(section, 'json').map((block) => JSON.parse(block) as unknown);
	await run(
		playVoiceFile({ destination: '09121234567', fileId: '1234', options: grouped(option) }),
	);
	const login = { username: '…', password: '…' };
	expect(bodies().map((body) => ({ ...body, ...login }))).toEqual(shown);
});
