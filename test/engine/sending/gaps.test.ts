import {
	grouped,
	type IDataObject,
	type INodeParameters,
	type Line,
	numberOf,
	SEND,
	send,
	SEND_BULK,
	sendAndWait,
	sendCode,
	staged,
	TEXTS,
} from '../stage/index.ts';

import { cells } from '../../lines.ts';

const { texts, check, table } = staged();

const gaps = (value: string) => ({ text: { gaps: value } });
const lineFor = (message: string, row: IDataObject, setting?: string): Line => ({
	options: setting === undefined ? {} : gaps(setting),
	rows: [{ to: numberOf(0), ...row }],
	other: { message },
});

/** An item as a cell of a table has it. */
const itemIn = (cell: string) => JSON.parse(cell) as IDataObject;

/** Templates with the item that they are filled from, the text that comes of it, and what the gap gives. */
const GAPPED = cells(String.raw`
	=Hello {{ $json.name }}! | {"name":""} | Hello ! | {{ $json.name }} gives nothing
	=C:\x at {{ DateTime.fromISO($json.at.replace(/\s/, 'T')).toFormat('HH') }} | {"at":"soon"} | C:\x at Invalid DateTime | gives "Invalid DateTime"
	=Hi {{ $json.name }}! | {"name":"undefined"} | Hi undefined! | gives "undefined"
	=For {{ $json.who }} | {"who":[7,"Sara"]} | For 7,Sara | gives "7,Sara"
	=At {{ $json.at }}. | {"at":46354.375} | At 46354.375. | gives "46354.375"
	={{ $json.text }} | {"text":"J�rg"} | J�rg | gives "J�rg"
	=Due: {{ $json.sum.trim() }} {{ $json.n }} {{ $json.x.trim() }} | {"sum":"Loading...","n":1,"x":"y"} | Due: Loading... 1 y | {{ $json.sum.trim() }} gives "Loading..."
	=Pay {{ Number($json.sum).toFixed(2) }} now | {"sum":" "} | Pay 0.00 now | {{ Number($json.sum).toFixed(2) }} gives "0.00" of an empty 'sum'
	={{ 'Is it ' + $json['Full Name'] + ' < all > of ' + $json.shop + '?' + ' Yes!' }} | {"Full Name":"Sara","shop":""} | Is it Sara < all > of ? Yes! | gives "Is it Sara < all > of ? Yes!" of an empty 'shop'
	=Hi {{ $('Rows').first().json.shop }}. | {"shop":""} | Hi . | gives nothing
	={{ 'Open: ' + $json.shop.name }}. | {"shop":{"name":""}} | Open: . | {{ 'Open: ' + $json.shop.name }} gives "Open: " of an empty 'shop'
	={{ 'Of ' + $json.keys().length + ': ' + $json.name }}. | {"name":""} | Of 2: . | gives "Of 2: " of an empty 'name'
	={{ $json.n }} of https://x.example/?n= | {"n":"A%20B"} | A%20B of https://x.example/?n= | {{ $json.n }} gives "A%20B"
	={{ $json.at }} | {"at":46354.375} | 46354.375 | gives "46354.375"
	=By {{ new Date(0).toISOString() }} | {} | By 1970-01-01T00:00:00.000Z | gives "1970-01-01T00:00:00.000Z"
`);

describe.each(TEXTS)('a text of %s', (_, parameters) => {
	test.each(GAPPED)(
		'with a gap is refused, or sent with a warning or without: %s',
		async (...one) => {
			const [message = '', item = '', text, said] = one;
			const row = itemIn(item);
			const error = `'Message' of item 0 has a gap: …${said}`;
			await check({ ...lineFor(message, row, 'refuse'), error }, parameters);
			await check({ ...lineFor(message, row, 'warn'), warns: [[`…${said}…`]] }, parameters);
			await check({ ...lineFor(message, row, 'allow'), warns: [undefined] }, parameters);
			expect(texts()).toEqual([text, text]);
		},
	);

	test.each([
		['={{ $json.text }}', { text: 'Hi {{ $json.name }}, ready' }, '{{ $json.name }}'],
		['={{ $json.text.trim() }}', { text: 'Dear {{name}} ' }, '{{name}}'],
	])(
		'%s with a template that nobody filled in leaves only where gaps are allowed: %j',
		async (...one) => {
			const [message, row, template] = one;
			const advice = '…Nobody has filled in…';
			for (const setting of [undefined, 'warn', 'refuse'])
				await check(
					{ ...lineFor(message, row, setting), error: `…gives "${template}"…`, advice },
					parameters,
				);
			await check(lineFor(message, row, 'allow'), parameters);
			expect(texts()).toEqual([expect.stringContaining(template)]);
		},
	);

	test.each(
		cells(String.raw`
		=Hello {{ $json.name || '' }}! | {} | Hello !
		=Hello{{ $json.vip ? ' dear' : '' }}! | {} | Hello!
		={{ 'Hi ' + ($json.name || 'you') }}! | {} | Hi you!
		={{ [$json.a, $json.b].filter(Boolean).join(" ") }} | {"a":"","b":"B"} | B
		={{ $json.x ?? 'undefined' }}! | {} | undefined!
		=For {{ $json.name }}: {{ $json.site }}?n={{ $json.n }} | {"name":"Sara","site":"https://x.example/","n":"A%20B"} | For Sara: https://x.example/?n=A%20B
		={{ $json.de ? 'Hallo ' + $json.de : 'Hello ' + $json.en }} | {"de":"","en":"B"} | Hello B
		={{ 'Columns: ' + $json.keys().length }} | {} | Columns: 1
		={{ 'At ' + $json.shop.name.length }} | {"shop":{"name":"A"}} | At 1
		=An undefined value, NaN: {{ $json.n }} | {"n":0} | An undefined value, NaN: 0
		={{ typeof $json.x === 'undefined' ? 'undefined' : $json.x }}! | {} | undefined!
		=Log: {{ $json.text.trim() }} | {"text":" x is undefined"} | Log: x is undefined
		={{ $json.text }} | {"text":"NULL"} | NULL
		=https://x.example/?n={{ $json.n }} | {"n":"A%20B"} | https://x.example/?n=A%20B
		=Type \{{ name }} | {} | Type \{{ name }}
		Code {4711} | {"name":"Sara"} | Code {4711}
		`),
	)('has no gap: %s', async (message = '', item = '', text = '') => {
		await check({ ...lineFor(message, itemIn(item), 'refuse'), warns: [undefined] }, parameters);
		expect(texts()).toEqual([text]);
	});
});

test('what a template literal gives is judged as what it is of', async () => {
	const row = { name: '' };
	const given = '={{ `Hello ${$json.name}` }}';
	await check({ ...lineFor(given, row, 'refuse'), error: "…of an empty 'name'" }, SEND);
	const meant = "={{ `Hello ${$json.name || 'you'}` }}";
	await check({ ...lineFor(meant, row, 'refuse'), warns: [undefined] }, SEND);
	expect(texts()).toEqual(['Hello you']);
});

/** What is advised, of which item, and what the gap gives. */
describe.each(TEXTS)('the error on a gap in a text of %s', (_, parameters) => {
	test.each(
		cells(String.raw`
		// The columns that there are, and how to say that empty is meant.
		=Hello {{ $json.nmae }} | {"name":"Sara","order":2} | {{ $json.nmae }} gives nothing | …Column names are case-sensitive; this item has to, name, order. Where it may be empty, write {{ $json.nmae || '' }}.…
		// What the column holds where that does not fit the expression.
		=It is {{ $json.amount.toFixed(2) }} | {"amount":"12.5"} | …gives nothing | …'amount' holds a number as text: write Number($json.amount) in its place.…
		=It is {{ $json['The Sum'].toFixed(2) }} | {"The Sum":"12.5"} | …gives nothing | …write Number($json["The Sum"]) in its place.…
		=It is {{ $json.amount.toUpperCase() }} | {"amount":12} | …gives nothing | …'amount' is filled in, and does not fit the expression: correct one of them.…
		=It is {{ Number($json.amount).toFixed(2) }} | {"amount":"12 €"} | …gives "NaN" | …'amount' is filled in, and does not fit the expression: correct one of them.…
		=On {{ $json.name + " " + Number($json.sum) }} | {"name":"1","sum":"1,5"} | …gives "NaN" | …One of 'name', 'sum' does not fit the expression: correct it.…
		// The day that a database has as midnight stays that day.
		=Due on {{ $json.due }}. | {"due":"2026-11-28T00:00:00.000Z"} | …gives "2026-11-28T00:00:00.000Z" | …{{ DateTime.fromISO($json.due, { zone: 'utc' }).toFormat('yyyy-MM-dd') }}.…
		// Of a column within another the one of the sheet.
		=For {{ $json.shop.name }} | {"shop":null} | …gives nothing | …'shop' is empty in this item. Where it may be empty, write {{ $json.shop ? $json.shop.name : '' }}.…
		=For {{ $json.shop.name }} | {"name":"Sara"} | …gives nothing | …Column names are case-sensitive; this item has to, name. …
		=For {{ $json['Full Name'] + '!' }} | {"Full Name":""} | …gives "!" of an empty 'Full Name' | …write {{ $json["Full Name"] ? $json['Full Name'] + '!' : '' }}.…
		// Of another item, whose columns are not to be seen, by the whole expression.
		=By {{ $('Rows').first().json.shop }} | {"shop":""} | …gives nothing | …Where it may be empty, write {{ $('Rows').first().json.shop || '' }}.…
		`),
	)('says what to write instead of %s where the item is %s', async (...one) => {
		const [message = '', item = '', gives = '', advice = ''] = one;
		const error = `'Message' of item 0 has a gap: ${gives}`;
		await check({ ...lineFor(message, itemIn(item), 'refuse'), error, advice }, parameters);
	});
});

table('a text with a gap, of', TEXTS, {
	'names the column that is empty, not one that is filled in': {
		...lineFor(
			'=For {{ `${$json.name} is: ${parseFloat($json.sum ?? 0).toFixed(2)}` }}',
			{ name: 'Sara', sum: '' },
			'refuse',
		),
		error: '…gives "NaN"',
		advice:
			"…'sum' is empty in this item. Where it may be empty, write {{ $json.sum ? `${$json.name} is: ${parseFloat($json.sum ?? 0).toFixed(2)}` : '' }}.…",
	},
	'of a long code shows the beginning, and then what it gives': {
		...lineFor(
			`={{ \`\${$json.name}, this is to tell you that \${$json.from.slice(0, 5)} to \${$json.until.slice(0, 5)} is yours\` }}`,
			{ name: 'Sara', from: '', until: '11:00' },
			'refuse',
		),
		error: `…is to tell you that \${$json.from.slice(0… gives "Sara, this is to tell you that  to 11:00…" of an empty 'from'`,
		advice:
			"…'from' is empty in this item. Where it may be empty, say in the expression what stands there then: $json.from ? … : ''.…",
	},
});

const GREETING = '=Hello {{ $json.name }}!';
const GAP = "'Message' has a gap: {{ $json.name }} gives nothing";

test('without the option a bulk refuses the row, and the others send with a warning', async () => {
	await check({ ...lineFor(GREETING, { name: '' }), error: '…has a gap…' }, SEND_BULK);
	const hint = '1 row: 1 accepted; 1 with a gap in the text.…';
	await check({ ...lineFor(GREETING, { name: '' }), warns: [[GAP]], hint }, SEND);
	const rows = [{ name: '' }];
	await check({ rows, sent: 1 }, () => sendAndWait({ message: GREETING }));
});

test.each(['=Hello {{ $json.nmae }}!', '=New: {{ $json.no }}, {{ $json.x.trim() }}'])(
	'%s, of whose columns none is there, is wrong in all that send',
	async (message) => {
		const error = "'Message' of item 0 has a gap: …gives nothing…";
		for (const one of [SEND_BULK, SEND]) await check({ ...lineFor(message, {}), error }, one);
		await check({ rows: [{}], error }, () => sendAndWait({ message }));
		await check({ ...lineFor(message, {}, 'allow'), sent: 1 }, SEND);
	},
);

test.each([
	['=Hello {{ $json.nmae }}, {{ 6 * 7 }} points', {}],
	['=Hello {{ $json.nmae }}, {{ 1 / 3 }} of a point', {}],
	['=Hello {{ $json.nmae }} of {{ $json.shop }}', { shop: '' }],
])('%s leaves with a warning: something of it is there', async (message, row) => {
	const warns = [["'Message' has a gap: {{ $json.nmae }} gives nothing…"]];
	await check({ ...lineFor(message, row), sent: 1, warns }, SEND);
});

const some = [{ name: 'Sara' }, { name: ' ', order: 2 }, { name: '', order: 3 }].map(
	(row, index) => ({
		to: numberOf(index),
		...row,
	}),
);

table('a bulk that skips wrong rows', SEND_BULK, {
	'sends the others, and its hint says what the first one lacks': {
		options: { invalidRows: 'skip' },
		other: { message: GREETING },
		rows: some,
		ends: '1 accepted, 2 rejected',
		hint: "…First: 'Message' of item 1 has a gap: {{ $json.name }}…",
	},
});

test.each<[string, INodeParameters]>([
	["'Code'", sendCode({ code: '=12{{ $json.x }}' })],
	[
		"'Send Once → Key'",
		send({ options: grouped({ sendOnce: { by: 'key', key: '=order {{ $json.x }}' } }) }),
	],
])('%s with a gap is refused everywhere', async (shown, parameters) => {
	await check({ rows: [{ y: 1 }], error: `${shown} of item 0 has a gap…` }, () => parameters);
});

table('a gap', SEND, {
	'is found where n8n runs the node for one item at a time': {
		...lineFor(GREETING, {}, 'refuse'),
		more: { routingOnly: true },
		error: '…has a gap: {{ $json.name }} gives nothing…',
	},
});

test.each(
	cells(`
	}} | "}}" | Complete the expression
	Hello }} there | "}}" | Complete the expression
	Hello {{ $json.name | "{{" | Complete the expression
	Hello {name} | "{name}" | write {{ $json.name }}
	=Hello { name }, {{ $json.name }} | "{ name }" | an expression
	`),
)('braces in %s that fill in nothing are a gap', async (message = '', braces = '', advice = '') => {
	const row = { name: 'Sara' };
	const gap = `'Message' of item 0 has a gap: ${braces} fills in nothing`;
	const refused = { error: gap, advice: `…${advice}…` };
	await check({ ...lineFor(message, row, 'refuse'), ...refused }, SEND);
	// Half an expression is no text that anybody means.
	const isHalf = advice.startsWith('Complete');
	const warned = isHalf ? { error: '…' } : { warns: [[`…${braces} fills in nothing`]] };
	await check({ ...lineFor(message, row, 'warn'), ...warned }, SEND);
	await check({ ...lineFor(message, row, 'allow'), sent: 1 }, SEND);
});
