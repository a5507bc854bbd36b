import {
	ALL_THAT_SEND,
	answering,
	CONTINUE,
	type FaultAction,
	numberOf,
	numbers,
	outcomesOf,
	PATH,
	SEND,
	SEND_BULK,
	staged,
	strikes,
	TEXTS,
	times,
} from '../stage/index.ts';

const { sandbox, leaving, check, table } = staged();

/** The first three of four only shown. */
const MIXED = numbers(4).map((to, index) => ({ to, dry: index < 3 }));

table('Max Messages', ALL_THAT_SEND, {
	'keeps a run back that would send more, with both numbers and the way out': {
		options: { limits: { maxMessages: 3 } },
		rows: 4,
		error: "This run would send 4 messages, and 'Max Messages' allows 3, so nothing was sent",
		advice: "…raise 'Max Messages'…",
	},
	'lets as many pass as it allows': {
		options: { limits: { maxMessages: 4 } },
		rows: 4,
		ends: '4 accepted',
	},
	'is kept to in a dry run': {
		options: { limits: { maxMessages: 3 }, dryRun: true },
		rows: 4,
		error: '…would send 4 messages…',
	},
	'counts what has left where n8n hands items over one by one': {
		options: { limits: { maxMessages: 2 } },
		rows: 4,
		node: CONTINUE,
		more: { routingOnly: true },
		ends: '2 accepted, 2 notSent',
		requests: 2,
		reason: "This run would send 3 messages, and 'Max Messages' allows 2, so this one was not sent",
	},
	'exceeded by what would only be shown, lets nothing leave before the run fails': [
		{
			options: { limits: { maxMessages: 2 }, dryRun: '={{ $json.dry }}' },
			rows: MIXED,
			error: '…would send 3 messages…',
		},
		{
			options: { limits: { maxMessages: 2 }, dryRun: '={{ $json.dry }}' },
			rows: MIXED,
			node: CONTINUE,
			ends: '3 rejected, 1 accepted',
		},
	],
});

table('Max Parts', TEXTS, {
	'makes a wrong row of a text with more': {
		options: { limits: { maxParts: 1 } },
		other: { message: '={{ $json.text }}' },
		rows: ['a', 'b'].map((text, at) => ({ to: numberOf(at), text: text.repeat(160 + at) })),
		error: "'Message' of item 1 has 2 message parts, and 'Max Parts' allows 1",
		advice: "Shorten the text, or raise 'Max Parts'. …",
	},
	'leaves a row that is wrong already its own reason, and is skipped as one': {
		options: { limits: { maxParts: 1 }, invalidRows: 'skip' },
		other: { message: '={{ $json.text }}' },
		rows: [1, 160, 161].map((size, at) => ({
			to: at === 0 ? 'nobody' : numberOf(at),
			text: 'a'.repeat(size),
		})),
		ends: '1 rejected, 1 accepted, 1 rejected',
		reason: "'To' of item 0…",
	},
});

table('Max Messages', SEND, {
	'counts the numbers of a row': {
		options: { limits: { maxMessages: 2 } },
		rows: [numbers(3).join()],
		error: '…would send 3 messages…',
	},
});

describe.each(ALL_THAT_SEND)('Min Credit of %s', (_, parameters) => {
	const asked = () =>
		sandbox()
			.requests()
			.map(({ path }) => path === PATH.getCredit);

	test('asks first, and sends where there is enough', async () => {
		await check(
			{ options: { limits: { minCredit: 1000 } }, rows: 2, ends: '2 accepted' },
			parameters,
		);
		expect(asked()).toEqual([true, false, false]);
	});

	test.each([{}, { dryRun: true }])('sends nothing where there is less (%j)', async (more) => {
		const error = "The credit is 1000, and 'Min Credit' is 1001, so nothing was sent";
		const options = { limits: { minCredit: 1001 }, ...more };
		await check({ options, rows: 2, error, advice: "…lower 'Min Credit'…" }, parameters);
	});

	test('is not asked where nothing is left to be sent', async () => {
		await check({ options: { limits: { minCredit: 1 } }, rows: ['x'], node: CONTINUE }, parameters);
		expect(asked()).toEqual([]);
	});
});

const STOPS = { options: { limits: { stopAfterFailures: 2 } }, node: CONTINUE, rows: 4 };
const DEAD: FaultAction = { kind: 'status', status: 503 };

table('Stop After Failures', ALL_THAT_SEND, {
	'lets exactly so many requests leave where the service is dead': {
		options: { limits: { stopAfterFailures: 5 } },
		rows: 40,
		node: CONTINUE,
		fault: DEAD,
		ends: '5 unknown, 35 notSent',
		requests: 5,
		json: Array.from({ length: 40 }, (_, row) =>
			row < 5 ? {} : { error: expect.stringContaining("'Stop After Failures'") },
		),
	},
	'counts where n8n hands items over one by one too': {
		...STOPS,
		rows: 5,
		fault: DEAD,
		more: { routingOnly: true },
		ends: '2 unknown, 3 notSent',
	},
	'counts failures in a row only': {
		...STOPS,
		rows: 6,
		fault: [strikes(1, DEAD), strikes(3, DEAD)],
		ends: '1 accepted, 1 unknown, 1 accepted, 1 unknown, 2 accepted',
	},
});

test.each(ALL_THAT_SEND)(
	'Stop After Failures of %s lets leave what is on its way besides, with 20 requests at once',
	async (_, parameters) => {
		const options = { limits: { stopAfterFailures: 5 }, speed: { parallelRequests: 20 } };
		const { items } = await check({ options, rows: 40, node: CONTINUE, fault: DEAD }, parameters);
		const { length } = leaving();
		expect(length).toBeGreaterThanOrEqual(5);
		expect(length).toBeLessThanOrEqual(24);
		expect(outcomesOf(items)).toEqual([
			...times(length, 'unknown'),
			...times(40 - length, 'notSent'),
		]);
	},
);

table('Stop After Failures', SEND_BULK, {
	'counts a bulk whose messages were refused one by one': {
		...STOPS,
		fault: answering({
			meta: { status: 200 },
			data: [{ status: 'error', error: 'no', code: 1006 }],
		}),
		ends: '2 unknown, 2 notSent',
		requests: 2,
	},
	'counts no bulk of which a message was accepted': {
		options: { limits: { stopAfterFailures: 1 }, speed: { batchSize: 2 } },
		node: CONTINUE,
		rows: 4,
		fault: answering({
			meta: { status: 200 },
			data: [{ id: 71 }, { status: 'error', error: 'no', code: 1006 }],
		}),
		ends: '1 accepted, 1 rejected, 1 accepted, 1 rejected',
		requests: 2,
	},
});

// What else is no number is said in test/unit/options/values.test.ts.
table('what is no limit is refused before anything is sent', SEND, {
	'Max Messages of -1': {
		options: { limits: { maxMessages: -1 } },
		error: "'Limits → Max Messages' holds -1, which is not a whole number of 0 or more",
	},
});
