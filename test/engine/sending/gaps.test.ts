import { describe, expect, test } from '@jest/globals';
import { Expression } from 'n8n-workflow';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { deduplicator } from '../stage/deduplicator.ts';
import { gateway, send, sendAndWait, sendBulk, sendCode, sendJson } from '../stage/gateway.ts';
import { merged, outcomesOf, times } from '../stage/rows.ts';

const { sandbox, run } = gateway();
deduplicator();

const TEXTS: Array<[string, (parameters: INodeParameters) => INodeParameters]> = [
	['Send', send],
	['Send Bulk', sendBulk],
];
const gaps = (value: string) => ({ text: { values: { gaps: value } } });
const sent = () =>
	sandbox()
		.messages()
		.map(({ message }) => message);

/** Templates with the item that they are filled from, the text that comes of it, and what the gap is called. */
const GAPPED: Array<[string, IDataObject, string, string]> = [
	['=Hello {{ $json.nmae }}!', { name: 'Sara' }, 'Hello !', '{{ $json.nmae }} gives nothing'],
	['=Hello {{ $json.name }}!', { name: '' }, 'Hello !', '{{ $json.name }} gives nothing'],
	['=Hello {{ $json.name }}!', { name: '  ' }, 'Hello   !', '{{ $json.name }} gives nothing'],
	['=Hello {{ $json.name }}!', { name: null }, 'Hello !', '{{ $json.name }} gives nothing'],
	[
		'=Hello {{ $json.name.toUpperCase() }}!',
		{ nom: 'x' },
		'Hello !',
		'{{ $json.name.toUpperCase() }} gives nothing',
	],
	[
		'=Alert: {{ $json.error }}.',
		{ error: { message: 'down' } },
		'Alert: [object Object].',
		'{{ $json.error }} gives "[object Object]"',
	],
	[
		"=Your visit is on {{ DateTime.fromISO($json.at).toFormat('dd') }}.",
		{ at: 'soon' },
		'Your visit is on Invalid DateTime.',
		`gives "Invalid DateTime"`,
	],
	[
		"=Hello {{ $json.name.replace(/\\d/, 'x') }}!",
		{ nom: 'x' },
		'Hello !',
		"{{ $json.name.replace(/\\d/, 'x') }} gives nothing",
	],
	[
		"=C:\\x at {{ DateTime.fromISO($json.at.replace(/\\s/, 'T')).toFormat('HH') }}",
		{ at: 'soon' },
		'C:\\x at Invalid DateTime',
		'gives "Invalid DateTime"',
	],
	['=You owe {{ $json.a * 2 }}.', { a: 'x' }, 'You owe .', '{{ $json.a * 2 }} gives nothing'],
	[
		"=You owe {{ $json.a * 2 + ' $' }}.",
		{ a: 'x' },
		'You owe NaN $.',
		`{{ $json.a * 2 + ' $' }} gives "NaN"`,
	],
	[
		'={{ "Hello " + $json.name }}',
		{ nom: 'x' },
		'Hello undefined',
		'{{ "Hello " + $json.name }} gives "undefined"',
	],
	[
		'=Hello {{ $json.name }}!',
		{ name: 'undefined' },
		'Hello undefined!',
		'{{ $json.name }} gives "undefined"',
	],
	[
		"=Hello {{ $json.Name.replace('.', '') }}, ready",
		{ name: 'x' },
		'Hello , ready',
		'gives nothing',
	],
	["={{ 'Hello ' + $json.nick + ', ready' }}", { nick: null }, 'Hello null, ready', 'gives "null"'],
	['={{ `Hello ${$json.nick}` }}', { nick: null }, 'Hello null', 'gives "null"'],
	['={{ $json.text }}', { text: 'NULL' }, 'NULL', 'gives "NULL"'],
	['=Hi {{ $json.name }}, hi', { name: 'J\ufffdrg' }, 'Hi J\ufffdrg, hi', 'gives "J\ufffdrg"'],
	['=Due: {{ $json.sum }}', { sum: '#N/A' }, 'Due: #N/A', 'gives "#N/A"'],
	[
		'=Due: {{ $json.sum.trim() }} {{ $json.n }} {{ $json.x.trim() }}',
		{ sum: 'Loading...', n: 1, x: 'y' },
		'Due: Loading... 1 y',
		'{{ $json.sum.trim() }} gives "Loading..."',
	],
	[
		"=Hi {{ $('Rows').first().json.shop }}.",
		{ name: 'x' },
		'Hi .',
		`{{ $('Rows').first().json.shop }} gives nothing`,
	],
];

describe.each(TEXTS)('a text of %s with a gap', (_, parameters) => {
	test.each(GAPPED)(
		'%s is refused with the column, if chosen',
		async (message, row, _text, said) => {
			const { error } = await run(parameters({ message, options: gaps('refuse') }), {
				rows: [row],
			});
			expect(error?.message).toContain("'Message' of item 0 has a gap: ");
			expect(error?.message).toContain(said);
			expect(sandbox().requests()).toEqual([]);
		},
	);

	test.each(GAPPED)('%s is sent with a warning, if chosen', async (message, row, text, said) => {
		const { json, error } = await run(parameters({ message, options: gaps('warn') }), {
			rows: [row],
		});
		expect(error).toBeUndefined();
		expect(sent()).toEqual([text]);
		expect(json[0]?.warnings).toEqual([expect.stringContaining(said)]);
	});

	test.each(GAPPED)('%s is sent without a word, if chosen', async (message, row, text) => {
		const { json } = await run(parameters({ message, options: gaps('allow') }), { rows: [row] });
		expect(sent()).toEqual([text]);
		expect(json[0]).not.toHaveProperty('warnings');
	});

	test('names the columns that there are, and how to say that empty is meant', async () => {
		const rows = [{ name: 'Sara', phone: '1', order: 2 }];
		const { error } = await run(
			parameters({ message: '=Hello {{ $json.nmae }}', options: gaps('refuse') }),
			{ rows },
		);
		expect(error?.message).toBe("'Message' of item 0 has a gap: {{ $json.nmae }} gives nothing");
		expect(error?.description).toContain(
			"Column names are case-sensitive; this item has name, phone, order. Where it may be empty, write {{ $json.nmae || '' }}.",
		);
	});
});

describe.each(TEXTS)('a text of %s with a template that nobody filled in', (_, parameters) => {
	const TEMPLATES: Array<[string, IDataObject, string]> = [
		['={{ $json.text }}', { text: 'Hi {{ $json.name }}, ready' }, '{{ $json.name }}'],
		['={{ $json.text }}', { text: 'Dear {{name}}' }, '{{name}}'],
		['={{ $json.text.trim() }}', { text: 'Dear {{name}} ' }, '{{name}}'],
		['=Note: {{ $json.a }}{{ $json.text }}', { a: 1, text: 'Dear {{name}}' }, '{{name}}'],
	];

	test.each(TEMPLATES)('%s of %j is refused', async (message, row, template) => {
		for (const options of [{}, gaps('warn'), gaps('refuse')]) {
			const { error } = await run(parameters({ message, options }), { rows: [row] });
			expect(error?.message).toContain(`gives "${template}"`);
			expect(error?.description).toContain('Nobody has filled in');
		}
		expect(sandbox().requests()).toEqual([]);
	});

	test.each(TEMPLATES)('%s of %j leaves where gaps are allowed', async (message, row, template) => {
		await run(parameters({ message, options: gaps('allow') }), { rows: [row] });
		expect(sent()).toEqual([expect.stringContaining(template)]);
	});

	test('leaves where the template itself says so', async () => {
		const { error } = await run(parameters({ message: '=Type \\{{ name }}' }), { rows: [{}] });
		expect(error).toBeUndefined();
		expect(sent()).toEqual([expect.stringContaining('{{ name }}')]);
	});
});

describe.each(TEXTS)('a text of %s has no gap', (_, parameters) => {
	test.each<[string, IDataObject, string]>([
		["=Hello {{ $json.name || '' }}!", {}, 'Hello !'],
		['=Hello {{ $json.name ?? "" }}!', { name: '' }, 'Hello !'],
		["=Hello{{ $json.vip ? ' dear' : '' }}!", {}, 'Hello!'],
		['=An undefined value, NaN: {{ $json.n }}', { n: 0 }, 'An undefined value, NaN: 0'],
		['={{ $json.text }}', { text: 'undefined is not a function' }, 'undefined is not a function'],
		['=Log: {{ $json.text }}', { text: 'x is undefined' }, 'Log: x is undefined'],
		['=Log: {{ $json.text.trim() }}', { text: ' x is undefined' }, 'Log: x is undefined'],
		["={{ typeof $json.x === 'undefined' ? 'undefined' : $json.x }}!", {}, 'undefined!'],
		['=Is it {{ $json.on }}? {{ $json.zero }}', { on: false, zero: 0 }, 'Is it false? 0'],
		['=To {{ $json.list }}', { list: ['a', 'b'] }, 'To a,b'],
		['=At {{ $now.toFormat("yyyy").length }}: {{ $json.a }}', { a: 'x' }, 'At 4: x'],
		[
			'=On {{ DateTime.fromISO("2026-11-26T10:00:00Z").toUTC() }}',
			{},
			'On 2026-11-26T10:00:00.000Z',
		],
		['=By {{ new Date(0).toISOString() }}', {}, 'By 1970-01-01T00:00:00.000Z'],
		['Hello , you', {}, 'Hello , you'],
		['=It is null, {{ $json.name }}', { name: 'Sara' }, 'It is null, Sara'],
		['={{ $json.text }}', { text: 'null pointer' }, 'null pointer'],
		["={{ 'null pointer at ' + $json.at }}", { at: 7 }, 'null pointer at 7'],
		['=Raw: {{ $json.text }}', { text: '{"a":{"b":{}}}' }, 'Raw: {"a":{"b":{}}}'],
	])('%s', async (message, row, text) => {
		const { json, error } = await run(parameters({ message, options: gaps('refuse') }), {
			rows: [row],
		});
		expect(error).toBeUndefined();
		expect(sent()).toEqual([text]);
		expect(json[0]).not.toHaveProperty('warnings');
	});
});

test('without the option a bulk refuses the row, and the others send with a warning', async () => {
	const message = '=Hello {{ $json.name }}!';
	const bulk = await run(sendBulk({ message }), { rows: [{}] });
	expect(bulk.error?.message).toContain('has a gap');
	expect(sandbox().requests()).toEqual([]);
	const { json } = await run(send({ message }), { rows: [{}] });
	expect(json[0]?.warnings).toEqual(["'Message' has a gap: {{ $json.name }} gives nothing"]);
	const asked = await run(sendAndWait({ message }), { rows: [{}] });
	expect(asked.error).toBeUndefined();
	expect(sent()).toHaveLength(2);
});

test('a bulk that skips wrong rows sends the others, and its hint says what the first one lacks', async () => {
	const rows = [{ name: 'Sara' }, { order: 2 }, { name: '', order: 3 }];
	const parameters = (more: INodeParameters) =>
		sendBulk({
			message: '=Hello {{ $json.name }}!',
			options: merged({ invalidRows: 'skip' }, more),
		});
	const { items, hints } = await run(parameters({}), { rows });
	expect(outcomesOf(items)).toEqual(['accepted', 'rejected', 'rejected']);
	expect(sent()).toEqual(['Hello Sara!']);
	expect(hints[0]?.message).toContain("First: 'Message' of item 1 has a gap: {{ $json.name }}");
	const dry = await run(parameters({ dryRun: true, ...gaps('warn') }), { rows });
	expect(outcomesOf(dry.items)).toEqual(['dryRun', 'dryRun', 'dryRun']);
	expect(dry.json.map(({ warnings }) => warnings)).toEqual([
		undefined,
		...times(2, [expect.stringContaining('has a gap')]),
	]);
});

test('an array of messages with a gap is refused, or sent with a warning', async () => {
	const messages =
		'=[{"source":"3000","destination":"09120000000","message":"Hello {{ $json.name }}!","send_to_blacklist":0}]';
	const { error } = await run(sendJson(messages), { rows: [{}] });
	expect(error?.message).toContain(
		"'Messages' of item 0 has a gap: {{ $json.name }} gives nothing",
	);
	expect(sandbox().requests()).toEqual([]);
	const { json } = await run(sendJson(messages, { options: gaps('warn') }), { rows: [{}] });
	expect(sent()).toEqual(['Hello !']);
	expect(json[0]?.warnings).toEqual([expect.stringContaining('has a gap')]);
});

test.each(['Dear {{name}}', '#N/A', 'null', 'J\ufffdrg'])(
	'an array with the message %j that others have put together is refused, or sent where gaps are allowed',
	async (message) => {
		const element = { source: '3000', destination: '09120000000', send_to_blacklist: 0 };
		const rows = [{ list: ['Hello', message].map((text) => ({ ...element, message: text })) }];
		const messages = (options: INodeParameters) => sendJson('={{ $json.list }}', { options });
		const { error } = await run(messages({}), { rows });
		expect(error?.message).toContain("'Messages' of item 0 has a message no. 2 which gives ");
		expect(sandbox().requests()).toEqual([]);
		const warned = await run(messages(gaps('warn')), { rows });
		expect(warned.error === undefined).toBe(!message.includes('{{'));
		if (warned.error === undefined)
			expect(warned.json.map(({ warnings }) => warnings)).toEqual([
				undefined,
				[expect.stringContaining("'Messages' has a message that gives ")],
			]);
		await run(messages(gaps('allow')), { rows });
		expect(sent().slice(-2)).toEqual(['Hello', message]);
	},
);

test('an array of messages that is one expression is no gap', async () => {
	const messages =
		"={{ [1, 2].map((one) => ({ source: '3000', destination: '0912000000' + one, message: 'x' })) }}";
	const { items, error } = await run(sendJson(messages), { rows: [{}] });
	expect(error).toBeUndefined();
	expect(outcomesOf(items)).toEqual(['accepted', 'accepted']);
});

test.each<[string, INodeParameters, string]>([
	['a code', sendCode({ code: '=12{{ $json.x }}' }), "'Code' of item 0 has a gap"],
	[
		'a key',
		send({
			options: { sendOnce: { values: { by: 'key', key: '=order {{ $json.x }}' } } },
		}),
		"'Send Once → Key' of item 0 has a gap",
	],
	[
		'a campaign',
		sendBulk({
			options: { sendOnce: { values: { by: 'campaign', campaign: '=Sale {{ $json.x }}' } } },
		}),
		"'Send Once → Campaign' of item 0 has a gap",
	],
])('%s with a gap is refused everywhere', async (_, parameters, said) => {
	const { error } = await run(merged(parameters, {}), { rows: [{ y: 1 }] });
	expect(error?.message).toContain(said);
	expect(sandbox().requests()).toEqual([]);
});

test('is found where n8n runs the node for one item at a time', async () => {
	const parameters = send({ message: '=Hello {{ $json.name }}!', options: gaps('refuse') });
	const { error } = await run(parameters, { rows: [{}], routingOnly: true });
	expect(error?.message).toContain('has a gap: {{ $json.name }} gives nothing');
	expect(sandbox().requests()).toEqual([]);
});

test.each<[string, string]>([
	[
		'a part that is the same in all items',
		"=Hi {{ $json.name }}, {{ $('Rows').first().json.name }}",
	],
	['values of the item', '=Hi {{ $json.name }}, {{ $json.other }}'],
])('of %s n8n’s engine is asked no more often for many items', async (_, message) => {
	const own = Expression.prototype.resolveSimpleParameterValue;
	let asked = 0;
	// By hand: the runner of mutants has no jest.spyOn.
	Expression.prototype.resolveSimpleParameterValue = function (...given) {
		if (String(given[0]).includes('{{')) asked += 1;
		return own.apply(this, given);
	};
	const evaluations = async (count: number) => {
		asked = 0;
		const rows = Array.from({ length: count }, () => ({ name: 'Sara', other: 'x' }));
		await run(sendBulk({ message }), { rows });
		return asked;
	};
	try {
		await evaluations(1);
		const few = await evaluations(10);
		expect(few).toBeGreaterThan(0);
		expect(await evaluations(60)).toBe(few);
	} finally {
		Expression.prototype.resolveSimpleParameterValue = own;
	}
});

describe('braces that fill in nothing', () => {
	const ROW = { name: 'Sara' };

	test.each([
		['Hello }} there', ROW, '"}}" fills in nothing', 'Complete the expression'],
		['=Hello {{ $json.name }} }}', ROW, '"}}" fills in nothing', 'Complete the expression'],
		['Hello {{ $json.name', ROW, '"{{" fills in nothing', 'Complete the expression'],
		['Hello {name}', ROW, '"{name}" fills in nothing', 'write {{ $json.name }}'],
		['=Hello { name }, {{ $json.name }}', ROW, '"{ name }" fills in nothing', 'an expression'],
	])('are said before anything leaves: %s', async (message, row, says, advice) => {
		const { error } = await run(send({ message, options: gaps('refuse') }), { rows: [row] });
		expect(error?.message).toContain(`'Message' of item 0 has a gap: ${says}`);
		expect(error?.description).toContain(advice);
		expect(sandbox().requests()).toEqual([]);
		await run(send({ message, options: gaps('allow') }), { rows: [row] });
		expect(sent()).toHaveLength(1);
	});

	test.each(['Code {4711}', '{other}', 'a } b { c'])('may be meant: %s', async (message) => {
		const { error } = await run(send({ message, options: gaps('refuse') }), { rows: [ROW] });
		expect(error).toBeUndefined();
		expect(sent()).toEqual([message]);
	});

	test('of another system around a column are warned of where gaps are', async () => {
		const { items } = await run(send({ message: 'Hello {name}', options: gaps('warn') }), {
			rows: [ROW],
		});
		expect(JSON.stringify(items[0]?.json.warnings)).toContain('{name}');
		expect(sent()).toEqual(['Hello {name}']);
	});
});
