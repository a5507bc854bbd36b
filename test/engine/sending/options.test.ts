import {
	ALL_THAT_SEND,
	CONTINUE,
	numbers,
	REFUSED,
	staged,
	strikes,
	times,
	tooEarly,
} from '../stage/index.ts';

const { sandbox, check, table } = staged();

const wrongFirst = { rows: ['nobody', ...numbers(2)] };

table('Invalid Rows of', ALL_THAT_SEND, {
	'in stop mode: one wrong row keeps all back, and names the way out': {
		rows: [...numbers(2), 'nobody'],
		error: "'To' of item 2…",
		advice: "…add the option 'Invalid Rows' and choose Skip…",
	},
	'Skip: the others are sent': [
		{
			...wrongFirst,
			options: { invalidRows: 'skip' },
			ends: '1 rejected, 2 accepted',
			sent: numbers(2),
		},
		{
			...wrongFirst,
			options: { invalidRows: 'skip' },
			node: CONTINUE,
			ends: '1 rejected, 2 accepted',
			sent: numbers(2),
		},
	],
	'Stop: nothing is sent, also where the node continues': {
		...wrongFirst,
		options: { invalidRows: 'stop' },
		node: CONTINUE,
		ends: '1 rejected, 2 notSent',
		has: {
			error: [
				`'To' of item 0 holds "nobody", which is not a phone number`,
				...times(2, 'Not sent, because another item of this run is wrong'),
			],
		},
		pairs: [0, 1, 2],
		requests: 0,
	},
	'in a dry run: shown beside the others, ends nothing and sends nothing': {
		...wrongFirst,
		options: { dryRun: true },
		ends: '1 rejected, 2 dryRun',
		requests: 0,
	},
});

test.each(ALL_THAT_SEND)(
	'without Invalid Rows a wrong row fails alone where the node continues, but for a bulk: %s',
	async (name, parameters) => {
		const ends = `1 rejected, 2 ${name === 'sendBulk' ? 'notSent' : 'accepted'}`;
		await check({ ...wrongFirst, node: CONTINUE, ends }, parameters);
	},
);

test.each(ALL_THAT_SEND)('Batch Interval of %s keeps requests apart', async (_, parameters) => {
	for (const more of [{}, { routingOnly: true }]) {
		sandbox().reset();
		const early = await tooEarly(sandbox, { pause: 120 }, async () => {
			const options = { speed: { batchInterval: 120 } };
			await check({ options, rows: 4, more, ends: '4 accepted', requests: 4 }, parameters);
		});
		expect(early).toEqual([]);
	}
	// Nobody waits behind the last one: this is an hour.
	const options = { speed: { batchInterval: 3_600_000 } };
	await check({ options, rows: 1, ends: '1 accepted' }, parameters);
});

table('the words of', ALL_THAT_SEND, {
	'a summary of more than one row are a hint': {
		rows: 3,
		hint: '3 rows: 3 accepted. …3 requests.',
	},
	'what stops the rest are the same': {
		rows: 4,
		fault: [strikes(1, REFUSED)],
		error: '…',
		advice:
			"…4 rows: 1 accepted (item 0, … id …), 1 rejected (item 1), 2 not sent (items 2–3). n8n's Retry sends only the rest, what is behind a refused row once 'On Error' is set to continue; 'Execute workflow' sends all again, unless 'Send Once' has a Key or a Campaign.",
		requests: 2,
	},
});

const WAYS = ['9121234567', '0912 123 4567', '989121234567', '+98 912 123 4567', '00989121234567'];
const format = (writeAs: string, countryCode = '98') => ({
	numberFormat: { countryCode, nationalLength: 10, trunkPrefix: '0', writeAs },
});

table('Number Format of', ALL_THAT_SEND, {
	...Object.fromEntries(
		[
			['national', '09121234567'],
			['international', '989121234567'],
			['zeros', '00989121234567'],
		].map(([writeAs = '', written = '']) => [
			`writes numbers as ${writeAs}, whichever way they are given`,
			{
				options: format(writeAs),
				rows: WAYS,
				ends: '5 accepted',
				sent: WAYS.map(() => written),
			},
		]),
	),
	'makes a wrong row of another length, and names the number as it was given': {
		options: format('national'),
		rows: ['0912 123 4567', '0912 123 456'],
		error: `'To' of item 1 holds "0912123456", which does not have…`,
	},
	'is refused where it is incomplete, and the error names what is missing': {
		options: format('national', ''),
		error: "'Number Format → Country Code' is empty",
	},
});
