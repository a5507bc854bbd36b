import { quote } from '../../../nodes/SmsVoiceGateway/values/inputProblem.ts';
import { readWaitLimit } from '../../../nodes/SmsVoiceGateway/time/schedule.ts';
import { problemOf } from '../values/problemOf.ts';

const NOW = Date.parse('2026-11-23T10:00:00Z');
const read = (values: unknown, zone = 'UTC') => readWaitLimit(values, zone, NOW);
const interval = (resumeAmount: unknown, resumeUnit: unknown = 'minutes') => ({
	limitType: 'afterTimeInterval',
	resumeAmount,
	resumeUnit,
});

describe('a time from the moment of sending', () => {
	test.each([
		[45, 'minutes', 2_700_000],
		[1, 'hours', 3_600_000],
		['2', 'days', 172_800_000],
		[3650, 'days', 3650 * 86_400_000],
		[0.5, 'minutes', 30_000],
	])('%j %s', (amount, unit, ms) => {
		expect(read(interval(amount, unit))(NOW + 5)).toBe(NOW + 5 + ms);
	});

	test("n8n's own usual values stand where nothing is given", () => {
		expect(read({})(0)).toBe(3_600_000);
	});

	test.each([0, -1, '', 'soon', NaN, Infinity, null, true, 3651 * 24 * 60])(
		'refuses %j',
		(amount) => {
			expect(problemOf(() => read(interval(amount)))).toBe(
				`has an 'Amount' that holds ${quote(amount)}, which is not a time above 0 and up to ten years | Give how many minutes, hours or days to wait, or remove 'Limit Wait Time' to wait without end.`,
			);
		},
	);

	test.each(['weeks', '__proto__', 'constructor', 5, ['hours']])('refuses the unit %j', (unit) => {
		expect(problemOf(() => read(interval(1, unit)))).toBe(
			`has a 'Unit' that holds ${quote(unit)}, which is none of minutes, hours and days | Choose one of the three.`,
		);
	});
});

describe('a moment', () => {
	const at = (maxDateAndTime: unknown, zone?: string) =>
		read({ limitType: 'atSpecifiedTime', maxDateAndTime }, zone)(0);

	test("is meant in the workflow's zone where it has none of its own", () => {
		expect(at('2026-11-23T12:00:00')).toBe(Date.parse('2026-11-23T12:00:00Z'));
		expect(at('2026-11-23 14:00', 'Asia/Tehran')).toBe(Date.parse('2026-11-23T10:30:00Z'));
		expect(at('2026-11-23T12:00:00Z', 'Asia/Tehran')).toBe(Date.parse('2026-11-23T12:00:00Z'));
	});

	test('may be seconds from now, as an expression gives it', () => {
		expect(at(new Date(NOW + 30_000))).toBe(NOW + 30_000);
	});

	test.each([
		[
			'the past',
			'2026-11-23 10:00',
			`has a 'Max Date and Time' that holds "2026-11-23 10:00", which is in the past | Choose a later time; nobody could answer in time.`,
		],
		[
			'nothing',
			'',
			"is empty | Enter a date and time, or remove 'Limit Wait Time' to wait without end.",
		],
		['no date', 'tomorrow', 'cannot be read'],
	])('refuses %s', (_, given, words) => {
		expect(problemOf(() => at(given))).toContain(words);
	});
});
