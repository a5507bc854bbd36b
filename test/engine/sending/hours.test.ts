import {
	ALL_THAT_SEND,
	detailsOf,
	fakeTime,
	type IDataObject,
	numbers,
	SEND,
	SEND_BULK,
	sendAndWait,
	staged,
} from '../stage/index.ts';

const time = fakeTime();
/** Runs in a workflow whose clocks are those of Tehran: 3.5 hours before UTC. */
const { sandbox, run, bodies, check, table, store } = staged(
	'legacy',
	(start) => async (parameters, more) =>
		await time.passes(start(parameters, { timezone: 'Asia/Tehran', ...more })),
);

/** By the clocks of Tehran. */
const itIs = (text: string) => jest.setSystemTime(Date.parse(`${text}:00+03:30`));
beforeEach(() => itIs('2026-11-26T23:10'));

const DAY = { time: { from: '09:00', to: '21:00' } };
const MORNING = '2026-11-27T05:30:00.000Z';
const IN_TEHRAN = '2026-11-27 09:00 (Asia/Tehran)';
const KEYED = { sendOnce: { by: 'key', key: '={{ $json.key }}' } };
const SCHEDULED = [{ scheduled: '2026-11-27 09:00' }];
const ALLOWED = "'Time' allows 09:00 to 21:00 (Asia/Tehran)";

table('hours that are over for', ALL_THAT_SEND, {
	...Object.fromEntries(
		(
			[
				[{ from: '9', to: '' }, `'Time → Not Before' holds "9", which is not a time of day`],
				[{ from: '', to: 'nine' }, `'Time → Not After' holds "nine", which is not a time of day`],
				[{ from: '24:00', to: '' }, "'Time → Not After' is the same as 'Not Before'"],
				[{ from: '', to: '' }, "'Time' was added and left empty"],
				// What an expression does not give would let messages go at any hour.
				[{ from: '={{ $json.nope }}', to: '21:00' }, "'Time → Not Before' is empty"],
				[{ from: '09:00', to: '={{ null }}' }, "'Time → Not After' is empty"],
				[{ from: '09:00', timeZone: '={{ $json.nope }}' }, "'Time → Time Zone' is empty"],
			] as Array<[IDataObject, string]>
		).map(([hours, error]) => [
			`are refused where they are ${JSON.stringify(hours)}`,
			{
				options: { time: hours },
				error,
				advice: error.includes('the same') ? '…Choose a later time…' : '…',
			},
		]),
	),
});

test.each(ALL_THAT_SEND)('within the hours %s lets everything go', async (_, parameters) => {
	itIs('2026-11-26T20:59');
	const { json } = await check({ options: DAY, rows: 2, ends: '2 accepted' }, parameters);
	for (const item of json) expect(Object.keys(item)).not.toContain('scheduled');
	expect(json.map(({ warnings }) => warnings)).toEqual([undefined, undefined]);
});

test.each(ALL_THAT_SEND)(
	'outside of them a text is handed over for their beginning, the rest is not sent: %s',
	async (name, parameters) => {
		const line = { options: DAY, rows: 2 };
		if (name === 'send') {
			const said = `Scheduled for 2026-11-27 09:00, as ${ALLOWED}`;
			const wire = [...SCHEDULED, ...SCHEDULED];
			await check({ ...line, ends: '2 accepted', wire, warns: [[said], [said]] }, parameters);
			return;
		}
		const reason = `Not sent, because ${ALLOWED}`;
		const { items } = await check({ ...line, ends: '2 notSent', reason, requests: 0 }, parameters);
		expect(detailsOf(items[0])).toMatchObject({ outcome: 'notSent', retryAfter: MORNING });
	},
);

// By its routing, and with Retry On Fail: matrix/held.test.ts.
test.each(ALL_THAT_SEND)('%s keeps to the hours in a dry run and as a tool', async (name, of) => {
	const isScheduled = name === 'send';
	const warns = isScheduled
		? ['Scheduled for 2026-11-27 09:00…']
		: [`Now it would be 'notSent'. It may go from ${IN_TEHRAN} on…`];
	const options = { ...DAY, dryRun: true };
	await check({ options, ends: '1 dryRun', warns: [warns], requests: 0 }, of);
	if (name === 'sendBulk') return;
	sandbox().reset();
	await run(of({ time: { values: DAY.time } }), { rows: [{ to: '09121' }], asTool: true });
	expect(bodies()).toMatchObject(isScheduled ? SCHEDULED : []);
});

test('the hint of a dry run says when what the hours keep back would leave', async () => {
	const options = { ...DAY, dryRun: true };
	const now = (words: string) => `…2 message parts in … ${words}…`;
	const hint = now(`now none would leave, but from ${IN_TEHRAN} on`);
	await check({ options, rows: 2, hint: hint.replace('… n', '…; n') }, SEND_BULK);
	itIs('2026-11-27T10:00');
	await check({ options, rows: 2, hint: '…; the hours are those of Asia/Tehran…' }, SEND_BULK);
});

test('the hint names the hours first, beside rows that are wrong', async () => {
	const hint = `…1 rejected, 2 not sent. First: Not sent, because ${ALLOWED}.`;
	const rows = ['09120000001', 'nobody', '09120000002'];
	await check({ options: { ...DAY, invalidRows: 'skip' }, rows, hint }, SEND_BULK);
});

test('the hint says that a schedule is in the past', async () => {
	const said = (time: string) => `…scheduled for ${time} (Asia/Tehran)`;
	const at = (time: string) => ({ time: { scheduled: time } });
	const [past, later] = ['2026-11-26 23:09', '2026-11-26 23:11'];
	await check({ options: at(past), hint: `${said(past)}, which is in the past…` }, SEND);
	await check({ options: at(later), hint: `${said(later)}.` }, SEND);
});

test.each(ALL_THAT_SEND)('%s holds back what would go after they have ended', async (_, one) => {
	itIs('2026-11-26T20:59');
	const options = { ...DAY, speed: { batchInterval: 70_000 } };
	await check({ options, rows: 3, ends: '1 accepted, 2 notSent', requests: 1 }, one);
});

test.each([
	['2026-11-28 10:00', '2026-11-28 10:00'],
	['2026-11-28 22:00', '2026-11-29 09:00'],
	['2026-11-28 03:00', '2026-11-28 09:00'],
])('the time of a text, %s, moves to their next beginning: %s', async (scheduled, moved) => {
	const options = { time: { ...DAY.time, scheduled } };
	const { json } = await check({ options, json: [{ scheduled: moved }] }, SEND);
	expect(json[0]?.warnings === undefined).toBe(scheduled === moved);
});

const NIGHT = { from: '22:00', to: '06:00' };

test.each([
	[
		'in the zone that is given',
		'2026-11-27T00:20',
		{ ...DAY.time, timeZone: 'Asia/Tehran' },
		false,
	],
	// There it is ten to four in the afternoon.
	['in another one', '2026-11-27T00:20', { ...DAY.time, timeZone: 'America/New_York' }, true],
	['past midnight', '2026-11-26T23:10', NIGHT, true],
	['past midnight, and over', '2026-11-27T06:00', NIGHT, false],
])('the hours are judged %s', async (_, now, hours, isWithin) => {
	itIs(now);
	await check({ options: { time: hours }, ends: isWithin ? '1 accepted' : '1 notSent' }, SEND_BULK);
});

test('of a run during which they end the rest stays, and only its keys are free again', async () => {
	const speed = { batchSize: 2, batchInterval: 70_000 };
	const line = { options: { ...DAY, ...KEYED, speed }, rows: 4 };
	itIs('2026-11-26T20:59');
	await check({ ...line, ends: '2 accepted, 2 notSent' }, SEND_BULK);
	const has = numbers(4).map((_, index) => store.has(`key ${index}`));
	expect(has).toEqual([true, true, false, false]);
	itIs('2026-11-27T18:00');
	await check({ ...line, ends: '2 duplicate, 2 accepted', sent: 2 }, SEND_BULK);
});

test('a question outside of them is not asked: the run ends with the time when it may be', async () => {
	const line = { options: DAY, error: `…${ALLOWED}…`, advice: `…It may go from ${IN_TEHRAN} on…` };
	const { run: whole } = await check(line, (options) => sendAndWait({ options }));
	expect(whole.status).toBe('error');
	expect(sandbox().requests()).toEqual([]);
});
