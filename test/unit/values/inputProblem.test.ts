import fc from 'fast-check';

import {
	InputProblem,
	orProblem,
	quote,
	readSwitch,
} from '../../../nodes/SmsVoiceGateway/values/inputProblem.ts';
import { runsOf } from '../fuzz.ts';
import { reads } from './reads.ts';

test('what is read comes out, or the problem with its advice; other errors go on', () => {
	const problem = new InputProblem('is empty', 'Fill it in.');
	expect(problem).toBeInstanceOf(Error);
	expect({ ...problem, name: problem.name, message: problem.message }).toEqual({
		name: 'InputProblem',
		message: 'is empty',
		advice: 'Fill it in.',
	});
	const fault = new TypeError('a fault of ours');
	const failing = (error: Error) => () => {
		throw error;
	};
	expect(orProblem(() => 5)).toBe(5);
	expect(orProblem(failing(problem))).toBe(problem);
	expect(() => orProblem(failing(fault))).toThrow(fault);
});

// No JSON can be made of it.
const ring: { around?: unknown } = {};
ring.around = ring;

test.each([
	['"12a"', '12a'],
	['""', ''],
	['"سلام"', 'سلام'],
	['"a\\nb\\r\\tc"', 'a\nb\r\tc'],
	['"[U+200E]09[U+0000]"', '\u200e09\u0000'],
	['"[U+D83D]"', '\ud83d'],
	['"[U+2028]"', '\u2028'],
	...[12.5, 1e21, NaN, true, 10n, Symbol('s')].map((one): [string, unknown] => [String(one), one]),
	['nothing', null, undefined],
	['{"a":1}', { a: 1 }],
	['["0912",3]', ['0912', 3]],
	['a list', [ring]],
	['an object', ring, { toJSON: () => undefined }],
	['a function', () => 1],
	[`"${'x'.repeat(40)}"`, 'x'.repeat(40)],
	// An emoji is not cut in half.
	[`"${'x'.repeat(40)}…"`, 'x'.repeat(41)],
	[`"${'x'.repeat(39)}…"`, `${'x'.repeat(39)}😀`],
])('%s is how a value is shown', (shown, ...values) => {
	for (const value of values) expect(quote(value)).toBe(shown);
});

test('any value is shown as a short text without control characters', () => {
	const values = fc.oneof(
		fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
		fc.string({ unit: 'binary', maxLength: 100 }),
	);
	fc.assert(
		fc.property(values, (value) => {
			const shown = quote(value);
			expect(shown).not.toMatch(/\p{C}/u);
			if (typeof value !== 'string') expect(shown.length).toBeLessThanOrEqual(43);
		}),
		runsOf(200),
	);
});

reads('a switch', readSwitch, {
	takes: [
		[true, true, 1, 'true', 'TRUE', ' true ', '1'],
		[false, false, 0, 'false', 'False', '0', '', null, undefined],
	],
	refuses: [
		['which is neither true nor false | Use true or false.', 'yes', 2, -1, NaN, {}, [true]],
	],
});
