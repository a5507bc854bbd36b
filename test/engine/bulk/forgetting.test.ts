import {
	bulk,
	CONTINUE,
	fakeTime,
	type FaultAction,
	gateway,
	type INodeParameters,
	outcomesOf,
	rowsFor,
} from '../stage/index.ts';

const { sandbox, run: start } = gateway();
const time = fakeTime();

const run = time.around(start);

const HOUR = 3_600_000;
const BEGAN = Date.parse('2026-11-26T10:20:00Z');
const itIs = (hours: number) => jest.setSystemTime(BEGAN + hours * HOUR);
const LOST: FaultAction = { kind: 'drop', when: 'after' };

beforeEach(() => itIs(0));

type Of = (hours: number, more?: INodeParameters) => INodeParameters;
const by =
	(one: INodeParameters): Of =>
	(hours, more = {}) =>
		bulk({ sendOnce: { values: { ...one, hours } }, ...more });
const WAYS: Array<[string, Of]> = [
	['a key', by({ by: 'key', key: '={{ $json.to }}' })],
	['a campaign', by({ by: 'text', campaign: 'spring' })],
];

describe.each(WAYS)('what is sent once by %s', (_, parameters) => {
	const outcomes = async (hours: number, more?: INodeParameters) =>
		outcomesOf((await run(parameters(hours, more), { rows: rowsFor(1), node: CONTINUE })).items);

	test.each([
		['an hour', 1, '11:59', '12:00'],
		['a day', 24, '47:59', '48:00'],
	])(
		'may be sent again when its %s and the rest of those in which it was sent are over, counted from midnight',
		async (_name, hours, last, next) => {
			const at = (clock: string) => {
				const [hour = 0, minute = 0] = clock.split(':').map(Number);
				jest.setSystemTime(Date.parse('2026-11-26T00:00:00Z') + (hour + minute / 60) * HOUR);
			};
			expect(await outcomes(hours)).toEqual(['accepted']);
			at(last);
			expect(await outcomes(hours)).toEqual(['duplicate']);
			at(next);
			expect(await outcomes(hours)).toEqual(['accepted']);
			expect(await outcomes(hours)).toEqual(['duplicate']);
			expect(sandbox().messages()).toHaveLength(2);
		},
	);

	test('of which nobody knows is forgotten as well, and not before', async () => {
		sandbox().setFaults([{ times: 1, fault: LOST }]);
		expect(await outcomes(24)).toEqual(['unknown']);
		itIs(37);
		expect(await outcomes(24)).toEqual(['unknown']);
		itIs(38);
		expect(await outcomes(24)).toEqual(['accepted']);
	});

	test('without hours is never sent again', async () => {
		expect(await outcomes(0)).toEqual(['accepted']);
		itIs(10_000);
		expect(await outcomes(0)).toEqual(['duplicate']);
		expect(sandbox().messages()).toHaveLength(1);
	});

	test('is sent once where two executions find it forgotten at the same moment', async () => {
		await outcomes(24);
		itIs(38);
		const both = await time.passes(
			Promise.all(
				[0, 1].map(async () => await start(parameters(24), { rows: rowsFor(1), node: CONTINUE })),
			),
		);
		expect(both.flatMap(({ items }) => outcomesOf(items)).toSorted()).toEqual([
			'accepted',
			'duplicate',
		]);
		expect(sandbox().messages()).toHaveLength(2);
	});

	test('is refused again, and free, where the service refuses it the second time', async () => {
		await outcomes(24);
		itIs(38);
		sandbox().setFaults([{ times: 1, fault: { kind: 'status', status: 400 } }]);
		expect(await outcomes(24)).toEqual(['rejected']);
		expect(await outcomes(24)).toEqual(['accepted']);
	});
});
