import {
	ALL_THAT_SEND,
	CONTINUE,
	type FaultAction,
	LOST,
	numbers,
	outcomesOf,
	RETRY,
	SEND,
	SEND_BULK,
	SEND_CODE,
	sendAndWait,
	staged,
	times,
} from '../stage/index.ts';

const { check, table, store } = staged();

const SARA = '09121234567';
const REZA = '09351234567';
const IRAN = { countryCode: '98', nationalLength: 10, trunkPrefix: '0', writeAs: 'national' };
const REFUSAL: FaultAction = { kind: 'refuse', code: 1006, message: 'no credit', status: 402 };
const once = { options: { limits: { maxPerNumber: 1 } } };
const twice = { options: { limits: { maxPerNumber: 2 } } };
const keyed = (maxPerNumber: number) => ({
	options: { limits: { maxPerNumber }, sendOnce: { by: 'key', key: '={{ $json.key }}' } },
});
const withKeys = (...keys: string[]) => keys.map((key) => ({ to: SARA, key }));
const refusedOnce = [{ times: 1, match: { destination: REZA }, fault: REFUSAL }];

table('Max per Number of', ALL_THAT_SEND, {
	'lets so many messages to a number leave, in one run': {
		...twice,
		rows: [SARA, REZA, SARA, SARA, SARA],
		ends: '3 accepted, 2 notSent',
		sent: [SARA, REZA, SARA],
	},
	'counts over executions': [
		...times(2, { ...twice, rows: [SARA], ends: '1 accepted' }),
		...times(2, { ...twice, rows: [SARA], ends: '1 notSent', sent: 0 }),
	],
	'counts a message that may have been sent': {
		...once,
		rows: [SARA, SARA],
		node: CONTINUE,
		fault: [{ times: 1, fault: LOST }],
		ends: '1 unknown, 1 notSent',
	},
	'takes no second slot where Retry On Fail tries again': {
		...once,
		rows: [SARA, REZA],
		node: RETRY,
		fault: refusedOnce,
		ends: '2 accepted',
		sent: [SARA, REZA],
	},
	'counts nothing in a dry run': [
		{ options: { ...once.options, dryRun: true }, rows: [SARA, SARA], ends: '2 dryRun' },
		{ ...once, rows: [SARA], ends: '1 accepted' },
	],
	'refuses what is no number of messages, or of hours': [
		{
			options: { limits: { maxPerNumber: 1001 } },
			error: "'Limits → Max per Number' holds 1001, which is not a whole number from 0 to 1000",
		},
		{
			options: { limits: { maxPerNumber: 1, perHours: 'day' } },
			error: "'Limits → Per Hours' holds…",
		},
	],
});

test.each(ALL_THAT_SEND)('%s says of the rest when it may go', async (name, parameters) => {
	const rows = [{ to: SARA }, { to: SARA }];
	const midnight = () => new Date(new Date().setUTCHours(24, 0, 0, 0)).toISOString();
	const before = midnight();
	const { json } = await check({ ...once, rows, more: { timezone: 'UTC' } }, parameters);
	const retryAfter = String(json[1]?.retryAfter);
	expect([before, midnight()]).toContain(retryAfter);
	const error = `Not sent, because 'Max per Number' allows ${SARA} 1 message within 24 hours`;
	const day = `${retryAfter.slice(0, 10)} 00:00 (UTC)`;
	const advice = `It may go from ${day} on. To send more, raise 'Max per Number'.`;
	const own = { error, outcome: 'notSent', destination: SARA, retryAfter, advice };
	expect(json[1]).toEqual({ ...own, ...(name !== 'sendCode' && { to: SARA }) });
});

test.each(ALL_THAT_SEND)('%s counts no message that was refused', async (_, parameters) => {
	const fault = [{ times: 2, fault: REFUSAL }];
	const rows = times(4, SARA);
	const { items } = await check({ ...once, rows, node: CONTINUE, fault }, parameters);
	// Which of the rest goes is no matter.
	expect(outcomesOf(items).toSorted()).toEqual(['accepted', 'notSent', 'rejected', 'rejected']);
});

table('a number', SEND_CODE, {
	'is the same with a country code, with or without a number format': {
		...once,
		rows: ['989121234567', '00989121234567', SARA],
		ends: '1 accepted, 2 notSent',
	},
	'is counted on where the number format is added': [
		{ ...once, rows: [SARA], ends: '1 accepted' },
		{
			options: { ...once.options, numberFormat: { ...IRAN, writeAs: 'international' } },
			rows: [SARA],
			ends: '1 notSent',
		},
	],
});

table('a row', SEND, {
	'with several numbers takes a slot of each, or none': {
		...once,
		rows: [SARA, `${REZA}, ${SARA}`, REZA],
		ends: '1 accepted, 1 notSent, 1 accepted',
		reason: `…${SARA}…`,
		sent: [SARA, REZA],
	},
	'that is kept back has a free key': [
		{ ...keyed(1), rows: withKeys('A', 'B'), ends: '1 accepted, 1 notSent' },
		{ ...keyed(2), rows: withKeys('A', 'B'), ends: '1 duplicate, 1 accepted' },
	],
	'that a stopped run does not send is not counted': [
		{
			...once,
			rows: [REZA, ...numbers(5)],
			fault: refusedOnce,
			error: '…no credit…',
			requests: 1,
		},
		{ ...once, rows: [REZA, ...numbers(5)], ends: '6 accepted' },
	],
	'is refused where n8n runs the node for one item at a time': {
		...once,
		more: { routingOnly: true },
		error: "'Limits → Max per Number' can't be kept where n8n runs the node for one item at a time",
		advice: '…AI Agent of version 3 or later…',
	},
});

table('rows that share a request', SEND_BULK, {
	'are counted one by one': {
		options: { ...once.options, speed: { batchSize: 100 } },
		rows: [SARA, SARA, REZA, SARA, REZA],
		ends: '1 accepted, 1 notSent, 1 accepted, 2 notSent',
		requests: 1,
		sent: [SARA, REZA],
	},
});

table('a question', (options) => sendAndWait({ destination: SARA, options }), {
	'that is kept back ends the run: nobody would answer': [
		{ ...once, sent: 1 },
		{ ...once, error: "…'Max per Number' allows…" },
	],
});

test.each([
	['the scope of the workflow is taken', "'Limits → Max per Number' can't be kept beside…", true],
	["n8n's store can't be used", "Not sent, because n8n could not count it for 'Max per Number'"],
])('where %s, nothing is sent', async (_, error, isBeside = false) => {
	const other = {
		id: 'other',
		name: 'Other',
		typeVersion: 2,
		position: [0, 0] as [number, number],
		type: 'n8n-nodes-base.removeDuplicates',
		parameters: { options: { scope: 'workflow' } },
	};
	store.beforeWrite = () => {
		throw new Error('disk full');
	};
	await check({ ...once, rows: [SARA], more: isBeside ? { beside: [other] } : {}, error }, SEND);
});

test("a key that was recorded is free again where the numbers can't be counted", async () => {
	store.beforeWrite = ({ method, keys }) => {
		const isNumber = keys.some((key) => key.includes(SARA.slice(1)));
		if (method === 'record' && isNumber) throw new Error('disk full');
	};
	const advice = '…n8n says: disk full…';
	await check({ ...keyed(1), rows: withKeys('A'), error: '…', advice }, SEND);
	const options = { sendOnce: { by: 'key', key: '={{ $json.key }}' } };
	await check({ options, rows: withKeys('A'), ends: '1 accepted' }, SEND);
});
