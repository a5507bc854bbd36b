import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { blocksOf, readPage, rowsOf, sectionOf, textOf } from '../../unit/docs/markdown.ts';
import type { Mark } from '../../unit/docs/markdown.ts';
import { leaving, numbers, outcomesOf, CONTINUE } from '../stage/rows.ts';
import {
	gateway,
	getCredit,
	getStatus,
	ID,
	playVoiceFile,
	send,
	sendBulk,
	sendCode,
	sendJson,
} from '../stage/gateway.ts';

const { sandbox, credentials, run, bodies } = gateway();

const NAMES = ['other_id', 'tag', 'flag', 'note'];
beforeEach(() => sandbox().setAccount({ additionalFields: NAMES }));

/** The option with such fields. */
const further = (...field: IDataObject[]) => ({ additionalFields: { field } }) as INodeParameters;
const ALL: Array<[string, (options: INodeParameters) => INodeParameters]> = [
	['send', (options) => send({ destination: '={{ $json.to ?? "0912" }}', options })],
	['sendBulk', (options) => sendBulk({ destination: '={{ $json.to ?? "0912" }}', options })],
	['getStatus', (options) => getStatus({ options })],
	['playVoiceFile', (options) => playVoiceFile({ options })],
	['sendCode', (options) => sendCode({ options })],
	['getCredit', (options) => ({ ...getCredit, options })],
];
/** What each request, or each message of a bulk, carried of further fields. */
const carried = () =>
	bodies()
		.flatMap((body) => (Array.isArray(body.data) ? (body.data as IDataObject[]) : [body]))
		.map((body) =>
			Object.fromEntries(Object.entries(body).filter(([name]) => NAMES.includes(name))),
		);

describe.each(ALL)('Extra Request Fields of %s', (name, parameters) => {
	test('leave beside the others, as text, number and boolean', async () => {
		const { error } = await run(
			parameters(
				further(
					{ name: 'other_id', type: 'number', value: '0' },
					{ name: 'tag', value: '={{ $json.tag }}' },
					{ name: 'flag', value: '={{ true }}' },
					{ name: 'note', value: '0' },
				),
			),
			{ rows: [{ tag: 7 }] },
		);
		expect(error).toBeUndefined();
		expect(carried()).toEqual([{ other_id: 0, tag: 7, flag: true, note: '0' }]);
	});

	test('differ by row, and each row gets a result of its own', async () => {
		const rows = [{ tag: 'a' }, { tag: 'b' }, { tag: 'a' }];
		const { items, error } = await run(
			parameters({ ...further({ name: 'tag', value: '={{ $json.tag }}' }) }),
			{ rows },
		);
		expect(error).toBeUndefined();
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
		// What only asks is asked once for all that are the same.
		const asks = ['getStatus', 'getCredit'].includes(name);
		expect(carried()).toEqual((asks ? ['a', 'b'] : ['a', 'b', 'a']).map((tag) => ({ tag })));
	});

	test.each([
		['password', 'which the node fills from its credential'],
		['username', 'which the node fills from its credential'],
		...['password[]', 'PASSWORD[0]', 'password[a][b]', 'username.x'].map((own) => [
			own,
			'which the node fills from its credential',
		]),
		['two words', 'which is no name of a field'],
	])('can not be named %s', async (field, why) => {
		const { error } = await run(parameters(further({ name: field, value: 'x' })));
		expect(error?.message).toBe(
			`'Extra Request Fields' of item 0 has a field named "${field}", ${why}`,
		);
		expect(sandbox().requests()).toEqual([]);
	});

	test('can not hold one field twice, nor nothing, and a row without its value is wrong', async () => {
		const field = { name: 'tag', value: '={{ $json.tag }}' };
		const twice = await run(parameters(further(field, field)), { rows: [{ tag: 'a' }] });
		expect(twice.error?.message).toBe(`'Extra Request Fields' of item 0 has the field "tag" twice`);
		expect(sandbox().requests()).toEqual([]);
		const { items } = await run(
			parameters({ ...further(field), ...(name.startsWith('get') ? {} : { invalidRows: 'skip' }) }),
			{ rows: [{ tag: 'a' }, { other: 'b' }], node: CONTINUE },
		);
		expect(items[1]?.json.error).toBe(
			`'Extra Request Fields' of item 1 has a field "tag" whose 'Value' is empty`,
		);
		expect(carried()).toEqual([{ tag: 'a' }]);
	});
});

test.each<[string, INodeParameters, string, string]>([
	['send', send(), 'destination', 'To'],
	['send', send(), 'scheduled', 'Scheduled'],
	['sendBulk', sendBulk(), 'Message', 'Message'],
	['send', send(), 'send_to_blacklist', 'Include Opted-Out Recipients'],
	['sendBulk', sendBulk(), 'send_to_blacklist', 'Include Opted-Out Recipients'],
	['getStatus', getStatus(), 'msgid', 'Message IDs'],
	['playVoiceFile', playVoiceFile(), 'file_id', 'Voice File ID'],
	['sendCode', sendCode(), 'code', 'Code'],
])(
	'%s names the parameter for a field that it sends itself',
	async (_, parameters, name, shown) => {
		const { error } = await run({ ...parameters, options: further({ name, value: '1' }) });
		expect(error?.message).toBe(
			`'Extra Request Fields' of item 0 has a field named "${name}", which the node sends itself as '${shown}'`,
		);
		expect(error?.description).toContain(`Remove the field, and use '${shown}' for it.`);
		expect(sandbox().requests()).toEqual([]);
	},
);

test('they leave in a multipart form too, as text', async () => {
	const option = further(
		{ name: 'tag', value: '={{ 7 }}' },
		{ name: 'flag', value: '={{ false }}' },
	);
	for (const parameters of [send(), getStatus()]) {
		await run({ ...parameters, options: { ...option, bodyFormat: 'multipart' } });
	}
	expect(
		sandbox()
			.requests()
			.map(({ encoding }) => encoding),
	).toEqual(['multipart', 'multipart']);
	expect(carried()).toEqual([
		{ tag: '7', flag: 'false' },
		{ tag: '7', flag: 'false' },
	]);
});

test('rows of Send share a request only where they agree in them', async () => {
	const rows = ['a', 'b', 'a', 'b'].map((tag, index) => ({ tag, to: numbers(4)[index] ?? '' }));
	const { items } = await run(
		send({
			destination: '={{ $json.to }}',
			options: {
				...further({ name: 'tag', value: '={{ $json.tag }}' }),
				speed: { values: { batchSize: 10 } },
			},
		}),
		{ rows },
	);
	expect(outcomesOf(items)).toEqual(['accepted', 'accepted', 'accepted', 'accepted']);
	const [first, second, third, fourth] = numbers(4);
	expect(bodies().map(({ destination, tag }) => [destination, tag])).toEqual([
		[`${first},${third}`, 'a'],
		[`${second},${fourth}`, 'b'],
	]);
});

test('they are in every message of an array', async () => {
	const messages = numbers(2).map((destination) => ({
		source: '3000',
		destination,
		message: 'Hello',
		send_to_blacklist: 0,
	}));
	await run(sendJson(JSON.stringify(messages), { options: further({ name: 'tag', value: 'a' }) }));
	expect(carried()).toEqual([{ tag: 'a' }, { tag: 'a' }]);
});

test('n8n’s routing, item by item, sends them too', async () => {
	await run(send({ options: further({ name: 'tag', value: '={{ $json.tag }}' }) }), {
		rows: [{ tag: 'a' }],
		routingOnly: true,
	});
	expect(carried()).toEqual([{ tag: 'a' }]);
});

describe('a dry run', () => {
	test.each<[string, INodeParameters, (json: IDataObject) => unknown]>([
		['send', send(), ({ request }) => ((request as IDataObject).body as IDataObject).tag],
		['sendBulk', sendBulk(), ({ additionalFields }) => (additionalFields as IDataObject).tag],
		[
			'playVoiceFile',
			playVoiceFile(),
			({ request }) => ((request as IDataObject).body as IDataObject).tag,
		],
		['sendCode', sendCode(), ({ request }) => ((request as IDataObject).body as IDataObject).tag],
	])('of %s shows them, and never the password', async (_, parameters, tagOf) => {
		const shown = async (value: string) => {
			const options = { ...further({ name: 'tag', value }), dryRun: true };
			const { json } = await run({ ...parameters, options });
			return { json, tag: tagOf(json[0] ?? {}) };
		};
		expect((await shown('spring')).tag).toBe('spring');
		const password = String(credentials().password);
		const { json, tag } = await shown(`key ${password}`);
		expect(tag).toBe('***');
		expect(JSON.stringify(json)).not.toContain(password);
		expect(leaving(sandbox())).toEqual([]);
	});

	test('of a code never shows the code in them either', async () => {
		const options = { ...further({ name: 'tag', value: 'code 048213' }), dryRun: true };
		const { json } = await run(sendCode({ options }));
		expect(JSON.stringify(json)).not.toContain('048213');
	});
});

test('Get Status asks for one id under each of the values that items have', async () => {
	await run(send());
	const { json } = await run(
		getStatus({ options: further({ name: 'tag', value: '={{ $json.tag }}' }) }),
		{ rows: [{ tag: 'a' }, { tag: 'b' }] },
	);
	expect(json.map(({ messageId, statusText }) => [messageId, statusText])).toEqual([
		[ID[0], 'Delivered'],
		[ID[0], 'Delivered'],
	]);
});

test('the page on services that differ shows what leaves', async () => {
	const section = sectionOf(readPage('docs/topics/services-that-differ.md'), 'A field of your own');
	const option = further(
		...rowsOf(section, 'Name', 'Type', 'Value').map((row) => ({
			name: textOf(row.Name as Mark),
			type: textOf(row.Type as Mark).toLowerCase(),
			value: textOf(row.Value as Mark),
		})),
	);
	const shown = blocksOf(section, 'json').map((block) => JSON.parse(block) as unknown);
	await run(playVoiceFile({ destination: '09121234567', fileId: '1234', options: option }));
	const login = { username: '…', password: '…' };
	expect(bodies().map((body) => ({ ...body, ...login }))).toEqual(shown);
});
