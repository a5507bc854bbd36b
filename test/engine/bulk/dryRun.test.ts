import {
	bulk,
	CONTINUE,
	type IDataObject,
	numberOf,
	pairOf,
	type Parameters,
	rowsFor,
	send,
	staged,
} from '../stage/index.ts';

const { sandbox, run, check, table } = staged();

const wrongAt = (count: number, wrong: number): IDataObject[] =>
	rowsFor(count).map((row, index) => (index === wrong ? { ...row, to: 'nobody' } : row));
const DRY: Parameters = (options, more) =>
	bulk({ dryRun: true, speed: { values: { batchSize: 2 } }, ...options }, more);
const asking = (test: string) => ({
	options: { dryRun: `={{ ${test} }}`, speed: { batchSize: 2 } },
});
/** Of some rows, the first two of which are only shown. */
const some = (rows: IDataObject[]) => rows.map((row, index) => ({ ...row, test: index < 2 }));

test('a dry run of a bulk gives rows, message parts, batches and requests, and sends nothing', async () => {
	const rows = [...rowsFor(4), { to: numberOf(4), text: 'س'.repeat(71) }];
	const { items, hints } = await check({ rows, requests: 0 }, DRY);
	expect(items.map(pairOf)).toEqual([0, 1, 2, 3, 4]);
	expect(items.map(({ json }) => json)).toEqual(
		rows.map(({ to, text }, index) => ({
			outcome: 'dryRun',
			source: '3000',
			destination: to,
			message: text,
			encoding: index === 4 ? 'UCS-2' : 'GSM-7',
			parts: index === 4 ? 2 : 1,
			batch: Math.floor(index / 2) + 1,
			sendToBlacklist: false,
		})),
	);
	const message =
		'Dry run, nothing was sent; 5 rows: 5 would be sent. 6 message parts in 3 requests; the credit is 1,000.';
	expect(hints).toEqual([{ message, type: 'info', location: 'outputPane' }]);
});

test.each([
	[
		'an equal row',
		[...rowsFor(2), ...rowsFor(1)],
		"1 number gets the same more than once (items 0, 2): 'Send Once' sends it once",
	],
	['another text to one', ['a', 'b'].map((text) => ({ to: '0912', text })), undefined],
])('its hint names the rows that somebody is in twice: %s', async (_, rows, says) => {
	for (const dryRun of [true, false]) {
		const { hints } = await run(DRY({ dryRun }), { rows });
		const found = /\d+ numbers? gets? the same[^;.]*/.exec(hints[0]?.message ?? '');
		expect(found?.[0]).toBe(says);
	}
});

const [ONE, OTHER] = [numberOf(1), numberOf(2)];

test.each([
	[
		'the same numbers',
		[`${ONE},${OTHER}`, `${OTHER},${ONE}`],
		"2 numbers get the same more than once (items 0–1): 'Send Once' sends it once",
	],
	[
		'one of several',
		[`${ONE},${OTHER}`, ONE],
		'1 number gets the same more than once (items 0–1); the credit',
	],
])("its hint names 'Send Once' where that knows the rows as one: %s", async (_, lists, says) => {
	const rows = lists.map((destination) => ({ destination }));
	const asked = send({ destination: '={{ $json.destination }}', options: { dryRun: true } });
	const { hints } = await run(asked, { rows });
	expect(hints[0]?.message).toContain(says);
});

const WRONG = `'To' of item 1 holds "nobody", which is not a phone number`;
const shown = {
	rows: wrongAt(4, 1),
	ends: '1 dryRun, 1 rejected, 2 dryRun',
	// As they would leave: the wrong row takes no place in a batch.
	json: [{ batch: 1 }, { error: WRONG }, { batch: 1 }, { batch: 2 }],
	hint: `Dry run, nothing was sent; 4 rows: 3 would be sent, 1 wrong. First: ${WRONG}. 3 message parts in 2 requests; the credit is 1,000.`,
	requests: 0,
};

table('a dry run', DRY, {
	'says by which clock its hours are judged': {
		options: { time: { from: '00:00', to: '24:00', timeZone: 'Asia/Tehran' } },
		hint: '…; the hours are those of Asia/Tehran; the credit is …',
	},
	'shows what is wrong without an error, with Invalid Rows on Stop': {
		options: { invalidRows: 'stop' },
		...shown,
	},
	'and on Skip': { options: { invalidRows: 'skip' }, ...shown },
	'says that it is one also where every row is wrong': [
		{ rows: ['nobody'], ends: '1 rejected', hint: 'Dry run, nothing was sent…', requests: 0 },
		{ rows: ['nobody'], node: CONTINUE, ends: '1 rejected', hint: 'Dry run, nothing was sent…' },
	],
	'needs no more of the credential than a right address': [
		{ login: { smsBaseUrl: 'https://sms.example.com' }, ends: '1 dryRun' },
		{ login: { smsBaseUrl: 'nowhere' }, error: "'SMS Base URL' of the credential…" },
	],
});

table('a dry run that an expression asks for row by row', bulk, {
	'does not say that nothing was sent': {
		...asking('$json.test'),
		rows: some(rowsFor(4)),
		hint: '4 rows: 2 accepted, 2 would be sent.…',
		sent: 2,
	},
	'with a wrong row keeps back only what was to be sent, where that is wrong': {
		...asking('$json.test'),
		// The wrong row is one that is only shown.
		rows: some(wrongAt(4, 1)),
		ends: '1 dryRun, 1 rejected, 2 accepted',
	},
	'sends nothing where its expression fails': {
		...asking("$('Nope').first()"),
		rows: 2,
		error: '…',
		advice: "…'Dry Run' of item 0 can't be read…",
	},
	'hears a wish that comes as text from a column': {
		options: { dryRun: '={{ $json.test }}', invalidRows: 'skip' },
		rows: rowsFor(4).map((row, at) => ({
			...row,
			test: ['true', 'FALSE', '0', 'maybe'][at] ?? '',
		})),
		ends: '1 dryRun, 2 accepted, 1 rejected',
		reason: `'Dry Run' of item 3 holds "maybe", which is neither true nor false`,
	},
});

test.each(['$json.nope', 'null', '" "'])(
	'a dry run that is asked for by %s, which gives nothing, sends nothing',
	async (gives) => {
		const error = "'Dry Run' of item 0 is empty";
		await check({ ...asking(gives), error, advice: '…{{ $json.test || false }}…' }, bulk);
		await run(bulk({ dryRun: `={{ ${gives} || false }}` }), { rows: rowsFor(1) });
		expect(sandbox().messages()).toHaveLength(gives === '" "' ? 0 : 1);
	},
);
