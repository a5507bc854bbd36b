import type { NodeHint } from 'n8n-workflow';
import {
	bulk,
	CONTINUE,
	type FaultAction,
	type IDataObject,
	type Line,
	LOST,
	numberOf,
	type Parameters,
	REFUSED,
	rowsFor,
	SEND,
	staged,
	strikes,
} from '../stage/index.ts';

const { sandbox, run, check, table } = staged();

const IN_TWOS: Parameters = (options) => bulk({ speed: { values: { batchSize: 2 } }, ...options });
const wrongAt = (count: number, wrong: number): IDataObject[] =>
	rowsFor(count).map((row, index) => (index === wrong ? { ...row, to: 'nobody' } : row));
const nobody = (item: number) =>
	` First: 'To' of item ${item} holds "nobody", which is not a phone number.`;
const AGAIN =
	" Running it again sends what was accepted again, unless 'Send Once' has a Key or a Campaign.";
const KEYED = { sendOnce: { by: 'key', key: '={{ $json.to }}' } };

const dry = (fault: FaultAction, credit = ''): Line => ({
	options: { dryRun: true },
	rows: 2,
	fault,
	hint: `Dry run, nothing was sent; 2 rows: 2 would be sent. 2 message parts in 1 request${credit}.`,
});
const telling = (credit: unknown): FaultAction => ({
	kind: 'raw',
	body: JSON.stringify({ credit }),
});

table('the credit in the hint of a dry run,', bulk, {
	'where the service tells a number': dry(telling(12345.5), '; the credit is 12,345.5'),
	'where that is enough for the message parts': dry(telling(2), '; the credit is 2'),
	'where that is less than the message parts': dry(
		telling(1),
		'; the credit is 1, less than the message parts, if it is counted in them',
	),
	'where it tells words with one': dry(telling('1 234,50 €'), '; the credit is 1 234,50 €'),
	'where it tells HTML': dry(telling('<b>call +44 7700 900123</b>')),
	'where it tells nothing': [dry(telling('')), dry(telling(null)), dry(telling({ a: 1 }))],
	'where the question fails': dry({ kind: 'status', status: 503 }),
	'where it is to come back later, which is not waited for': dry({
		kind: 'tooManyRequests',
		retryAfter: 60,
	}),
});

test('the credit is asked for by no other run, and told where Min Credit has asked', async () => {
	const said = '2 rows: 2 accepted. 2 message parts in 1 request';
	await check({ rows: 2, hint: `${said}.` }, bulk);
	expect(sandbox().requests()).toHaveLength(1);
	const options = { limits: { minCredit: 10 } };
	await check({ options, rows: 2, hint: `${said}; the credit was 998.` }, bulk);
});

table('the hint of a dry run', SEND, {
	'counts a row with several numbers as many messages': {
		options: { dryRun: true },
		rows: ['09120000001,09120000002', '09120000003'],
		hint: 'Dry run, nothing was sent; 2 rows: 2 would be sent. 3 messages, 3 message parts in 2 requests; the credit is 1,000.',
	},
});

table('the hint of one row', bulk, {
	'that may have been sent says so': {
		rows: 1,
		node: CONTINUE,
		fault: LOST,
		hint: '1 row: 1 unknown, may have been sent. First: The connection to …',
	},
	'that is wrong says what is wrong': {
		rows: wrongAt(1, 0),
		node: CONTINUE,
		hint: `Nothing was sent; 1 row: 1 rejected.${nobody(0)}`,
	},
});

/** With how n8n is to show it. */
async function hintOf(line: Line): Promise<[NodeHint['type'] | undefined, string | undefined]> {
	const { hints } = await check(line, IN_TWOS);
	expect([hints.length, hints[0]?.location]).toEqual([1, 'outputPane']);
	return [hints[0]?.type, hints[0]?.message];
}

test.each([
	[
		'rows that were accepted, with their message parts and requests',
		'info',
		'5 rows: 5 accepted. 7 message parts in 3 requests.',
		{ rows: [...rowsFor(4), { to: numberOf(4), text: 'س'.repeat(135) }] },
	],
	[
		'rows that were not sent',
		'warning',
		`Nothing was sent; 5 rows: 1 rejected, 4 not sent.${nobody(1)}`,
		{ rows: wrongAt(5, 1), node: CONTINUE },
	],
	[
		'wrong rows in stop mode too, where they are skipped',
		'warning',
		`3 rows: 2 accepted, 1 rejected.${nobody(0)} 2 message parts in 1 request.${AGAIN}`,
		{ rows: wrongAt(3, 0), options: { invalidRows: 'skip' } },
	],
])('the hint in the output pane says it of %s', async (_, type, message, line) => {
	expect(await hintOf(line)).toEqual([type, message]);
});

table('the hint of a run', SEND, {
	'counts rows with a gap, and those with another warning': {
		rows: [
			{ to: numberOf(1), name: '' },
			{ to: numberOf(2), name: 'x\\ny' },
		],
		other: { message: '=Hi {{ $json.name }}' },
		hint: '2 rows: 2 accepted; 1 with a gap in the text, 1 with another warning. …',
	},
	'says that Execute Once is on': {
		rows: 3,
		node: { executeOnce: true },
		hint: "1 row ('Execute Once' is on: the other items are not read): 1 accepted.…",
	},
});

test('the hint says it of each outcome, and warns', async () => {
	const fault = [strikes(2, LOST), strikes(4, REFUSED)];
	const line = { rows: wrongAt(9, 8), node: CONTINUE, fault, options: { invalidRows: 'skip' } };
	expect(await hintOf(line)).toEqual([
		'warning',
		`9 rows: 4 accepted, 3 rejected, 2 unknown, may have been sent. First: The connection to ${new URL(sandbox().url).host} was lost before an answer came. 4 message parts in 2 requests.${AGAIN}`,
	]);
});

table('the hint', IN_TWOS, {
	'says it of duplicates, whose message parts do not count': [
		{ options: KEYED, rows: 3 },
		{
			options: KEYED,
			rows: 5,
			hint: '5 rows: 2 accepted, 3 duplicate. 2 message parts in 2 requests.',
		},
		{ options: KEYED, rows: 3, hint: 'Nothing was sent; 3 rows: 3 duplicate.' },
	],
});

test('the hint quotes no mark of HTML of the service, which n8n would draw, and no long speech', async () => {
	const message = `<a href="https://evil.example">Log in</a> & ${'again '.repeat(60)}`;
	sandbox().setFaults([{ fault: { kind: 'refuse', code: 1008, message } }]);
	const { hints } = await run(bulk(), { rows: rowsFor(2), node: CONTINUE });
	const [, first = ''] = (hints[0]?.message ?? '').split(' First: ');
	expect(first).toMatch(/^The service refused the request: .*evil\.example.*…$/);
	expect(first).not.toMatch(/[<>&]/);
	expect(first).toHaveLength(201);
});

test('one row that was accepted has no hint', async () => {
	const { hints } = await check({ rows: 1 }, bulk);
	expect(hints).toEqual([]);
});

test('there is no hint where the run ends with an error, which says it itself', async () => {
	const { hints } = await check({ rows: 3, fault: REFUSED, error: '…', asks: '0,1' }, IN_TWOS);
	expect(hints).toEqual([]);
});
