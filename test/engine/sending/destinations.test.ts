import {
	ALL_THAT_SEND,
	bulk,
	CONTINUE,
	type IDataObject,
	SEND,
	staged,
	type Table,
} from '../stage/index.ts';

const { sandbox, check, table } = staged();

/** What a number may look like is said in test/unit/numbers/phoneNumbers.test.ts; here it goes through the whole node. */
const to = (destination: unknown) => ({ rows: [{ to: destination } as IDataObject] });
const THREE = ['09120000001', '09120000002', '09120000003'];
const TWICE = ['09120000001', '0912 000 0002', '۰۹۱۲۰۰۰۰۰۰۱', '09120000002', '09120000003'];
const warns = [
	['09120000001', '09120000002'].map(
		(number) => `${number} was given more than once and gets the message once`,
	),
];
const leaves = (...all: Array<[unknown, string[]]>): Table =>
	Object.fromEntries(
		all.map(([given, sent]) => [
			`leave clean, as text: ${JSON.stringify(given)}`,
			{ ...to(given), sent, warns: [undefined], wire: [{ destination: sent.join() }] },
		]),
	);
const wrong = (...all: Array<[unknown, string]>): Table =>
	Object.fromEntries(
		all.map(([given, says]) => [
			`are an error that names them: ${JSON.stringify(given)}`,
			{ rows: [{ to: '0912' }, { to: given } as IDataObject], error: `'To' of item 1 ${says}` },
		]),
	);

table('the numbers of an item', SEND, {
	...leaves(
		['09121234567', ['09121234567']],
		[9121234567, ['9121234567']],
		['09120000001, 09120000002;09120000003', THREE],
		[THREE, THREE],
	),
	...wrong(
		[undefined, 'is empty'],
		['12', 'holds "12", which has 2 digits; a phone number has 3 to 15'],
		['09120000001, 0912-x, 0912', 'holds " 0912-x", which is not a phone number'],
		[['09120000001', '', '09120000003'], 'holds nothing at position 2 of its list'],
	),
	'get the message once where repeated, in whatever form, and are named': [
		{ ...to(TWICE), warns, sent: THREE, json: [{ destinations: THREE }] },
		{ ...to(TWICE.join()), options: { dryRun: true }, warns },
	],
	'are said to be of a row of the sheet where the item says which': {
		rows: [
			{ to: '', row_number: 7 },
			{ to: '', row_number: '7' },
			{ to: '', row_number: 0 },
		],
		node: CONTINUE,
		json: [
			{ error: "'To' of item 0 (row 7 of the sheet) is empty" },
			{ error: "'To' of item 1 is empty" },
			{ error: "'To' of item 2 is empty" },
		],
	},
});

const ONE: typeof ALL_THAT_SEND = [
	['a message of a bulk', (options, more) => bulk(options, { message: 'Hello', ...more })],
	...ALL_THAT_SEND.slice(2),
];

table('the one number of', ONE, {
	'is cleaned': [
		{ ...to(' (۰۹۱۲) ۱۲۳-4567 '), sent: ['09121234567'] },
		{ ...to([9121234567]), sent: ['9121234567'] },
	],
	'is an error where it is wrong, or the item has none': {
		// A number that is no text: of an item without anything that is read, a bulk makes no row.
		rows: [{ to: '09120000001' }, { to: '12' }, { to: [] }] as IDataObject[],
		error: '…',
		advice: `…'To' of item 1 holds "12", which has 2 digits…'To' of item 2 is empty…`,
	},
});

test.each([
	['by a Persian comma', '09120000001، 09120000002', 2],
	['in an array', ['09120000001', '09120000002'], 2],
	['though they are the same', '09120000001;09120000001', 2],
])('several numbers, separated %s, are an error where there can be one', async (_, all, count) => {
	for (const [name, parameters] of ONE) {
		const what = name.startsWith('a message') ? name : 'a call';
		const error = `'To' of item 0 holds ${count} numbers, but ${what} goes to one`;
		await check(
			{ ...to(all), error, advice: '…{{ String($json.phone).split(/[,;]/)[0] }}…Split Out…' },
			parameters,
		);
	}
	expect(sandbox().messages()).toEqual([]);
});
