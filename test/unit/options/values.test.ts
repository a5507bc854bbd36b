import { string } from 'fast-check';
import type { INodePropertyCollection } from 'n8n-workflow';

import * as single from '../../../nodes/SmsVoiceGateway/options/options.ts';
import { limits, speed } from '../../../nodes/SmsVoiceGateway/options/limits.ts';
import { numberFormat } from '../../../nodes/SmsVoiceGateway/options/numberFormat.ts';
import { type Group, shownIn } from '../../../nodes/SmsVoiceGateway/options/group.ts';
import type { Option } from '../../../nodes/SmsVoiceGateway/options/option.ts';
import { readUniqueKey, sendOnce } from '../../../nodes/SmsVoiceGateway/options/sendOnce.ts';
import { text } from '../../../nodes/SmsVoiceGateway/options/text.ts';
import { waitUntilFinal } from '../../../nodes/SmsVoiceGateway/options/time.ts';
import { reads, row, type Reads } from '../values/reads.ts';

const SPEED = speed(100, 10_000, 'messages');
const TEXT = text('refuse');
const GROUPS: Group[] = [limits, numberFormat, sendOnce, SPEED, TEXT, waitUntilFinal];
const { bodyFormat, dryRun, invalidRows, resendUnknown, sendToBlacklist } = single;
const SINGLES: Option[] = [bodyFormat, dryRun, invalidRows, resendUnknown, sendToBlacklist];

const IN_GROUPS = GROUPS.flatMap((group) =>
	Object.values(group.values).map((option) => [shownIn(group, option), option] as const),
);
const ALL = [
	...IN_GROUPS,
	...SINGLES.map((option) => [option.property.displayName, option] as const),
];

describe('what a group opens with', () => {
	/** What has to be filled in. */
	const EMPTY = ['Send Once → Campaign', 'Send Once → Key', 'Number Format → Country Code'];

	test.each(IN_GROUPS)("of '%s' is what holds without it", (shown, option) => {
		const initial: unknown = option.property.default;
		if (EMPTY.includes(shown)) expect(initial).toBe('');
		// Where it was not added, nothing is left out.
		else if (shown === 'Send Once → By') expect(option.whenAbsent).toBeUndefined();
		else expect(option.read(initial, 'UTC')).toEqual(option.whenAbsent);
	});

	test.each(GROUPS)(
		'of $property.displayName is all its fields, in a list as n8n wants it',
		(group) => {
			const { property: shown, values, needs } = group;
			const members = Object.entries(values).map(([name, option]) => [
				name,
				option.property.default,
			]);
			expect(shown.default).toEqual({ values: Object.fromEntries(members) });
			expect(shown.type).toBe('fixedCollection');
			const [options, ...others] = (shown.options ?? []) as INodePropertyCollection[];
			expect([options?.displayName, options?.name, others]).toEqual(['Values', 'values', []]);
			// A limit stands there once more, for a tool.
			const names = new Set(options?.values.map(({ name }) => name));
			expect([...names]).toEqual(Object.keys(values));
			for (const need of needs) expect(Object.keys(values)).toContain(need);
		},
	);
});

/** What a value that is taken as it is, as text or with spaces around gives; and what is refused with these words. */
const given = (takes: unknown[], words: string, ...refused: unknown[]): Reads => ({
	takes: takes.map((one) => [one, one, ...(typeof one === 'number' ? [` ${one} `] : [])]),
	refuses: [[words, ...refused]],
});
/** A whole number of a range. */
const whole = (fewest: number, most: number, advice: string): Reads => ({
	takes: [
		row(fewest, fewest, `${fewest}`, ` ${fewest} `, `${fewest}.0`),
		row(most, most, `${most}`),
		row(10, 10, '1e1'),
	],
	refuses: [
		[
			`which is not a whole number from ${fewest} to ${most} | ${advice}`,
			...[fewest - 1, most + 1, 1.5, NaN, Infinity, true, false, null, undefined, [5], {}],
			...['', '  ', 'day', '1,5'],
		],
	],
});
/** One of some words. */
const oneOf = (words: string[], said: string): Reads =>
	given(words, said, ...words.map((word) => word.toUpperCase()), '', 0, true, null, words);
const NO_LIMIT = 'Enter a whole number; 0 means no limit.';
const UP_TO = given(
	[0, 1, 500, 2 ** 53 - 1],
	`which is not a whole number of 0 or more | ${NO_LIMIT}`,
	-1,
	1.5,
	'',
	2 ** 53,
);
const CODE = 'Write 1 to 3 digits, for example 98.';
const NATIONAL =
	'which is neither a whole number from 4 to 14 nor two such as 10-11 | Count the digits of a number behind the country code, for example 10 in +98 912 123 4567.';
const LEAST =
	'which is not a number from 0 | Give the least credit at which messages may be sent, or 0 for any.';
const EVERY =
	'which is not a number from 1 to 600 | Give the seconds from one question to the next.';
const LONGEST =
	'which is not a number from 1 to 600 | The node waits ten minutes at the most; for a longer time put a Wait node before it.';
const TRUNK =
	'which is not up to 3 digits | Write what is dialled before a number within the country, 0 in most; leave it empty for none.';
const NEITHER = 'which is neither';
const NONE = 'which is none of its choices | Choose';

/** What each takes, and as what; and what it refuses, with these words. */
const TABLE: Record<string, Reads> = {
	'Speed → Batch Size': whole(1, 10_000, 'Enter 1 to 10,000.'),
	'Speed → Batch Interval (Ms)': whole(0, 3_600_000, 'Give milliseconds; 0 means no pause.'),
	'Speed → Parallel Requests': whole(1, 20, 'Use 1 to send one after the other.'),
	'Invalid Rows': oneOf(['stop', 'skip'], `${NEITHER} "stop" nor "skip" | Choose Stop or Skip.`),
	'Body Format': oneOf(
		['json', 'multipart'],
		`${NEITHER} "json" nor "multipart" | Choose JSON or Multipart Form.`,
	),
	'Send Once → By': oneOf(
		['text', 'number', 'key'],
		`${NONE} Number and Text, Number, Whatever the Text or Key.`,
	),
	'Send Once → Forget After (Hours)': whole(
		0,
		8784,
		'Enter hours: 24 is a day, 168 a week; 0 is for good.',
	),
	'Limits → Max Messages': UP_TO,
	'Limits → Max Parts': UP_TO,
	'Limits → Stop After Failures': UP_TO,
	'Limits → Max per Number': whole(0, 1000, NO_LIMIT),
	'Limits → Per Hours': whole(1, 8784, 'Enter hours: 24 is a day, 168 a week.'),
	'Limits → Min Credit': given(
		[0, 0.5, 1000.25, 1e9],
		LEAST,
		...['-0.1', '', '  ', 'many'],
		...[-1, Infinity, NaN, null, true, [5], undefined],
	),
	'Wait Until Final → Every (Seconds)': {
		takes: [row(1000, 1), row(2500, '2.5'), row(600_000, 600)],
		refuses: [[EVERY, 0.5, '', ' ', NaN]],
	},
	'Wait Until Final → At Most (Seconds)': {
		takes: [[60_000, ' 60 ']],
		refuses: [[LONGEST, 601, null, [60]]],
	},
	'Number Format → Country Code': {
		takes: [row('98', '98', '+98', '0098', ' 98 ', 98), row('375', 375)],
		refuses: [
			[`which is not a country code | ${CODE}`, '0', '1234', '9+8', 'x'],
			[`is empty | ${CODE}`, '', '  ', undefined, null],
		],
	},
	'Number Format → National Length': {
		takes: [row([4, 4], '4'), row([14, 14], 14), row([10, 11], ' 10–۱۱ ', '10 - 11')],
		refuses: [[NATIONAL, 3, 15, 'ten', '11-10', '3-5', '10-15', '10-11-12', 10.5, true]],
	},
	'Number Format → Trunk Prefix': {
		takes: [row('', undefined, ''), row('06', ' 06 '), row('810', 810)],
		refuses: [[TRUNK, 'x', '1234', true]],
	},
	'Text → Gaps': oneOf(['refuse', 'warn', 'allow'], `${NONE} Allow, Refuse or Warn.`),
	'Number Format → Write As': {
		takes: [['plus', 'plus']],
		refuses: [[`${NONE} one of the list.`, 'toString', undefined, ['plus']]],
	},
};

test('the table speaks of options that there are', () => {
	expect(ALL.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(TABLE)));
});

for (const [name, { read }] of ALL)
	reads(`'${name}'`, (value) => read(value, 'UTC'), TABLE[name] ?? {});

reads('a unique key', readUniqueKey, {
	takes: [
		row('A-1', 'A-1', '  A-1\n'),
		row('001', '001'),
		row('1001', 1001),
		row('-7', -7),
		['۱۲۳', '۱۲۳'],
		// As they are typed.
		...['12.0', '4E-3', '1E5', '1e+5'].map((key) => row(key, key)),
	],
	refuses: [
		[
			'of which a spreadsheet has dropped digits | Format the column as text',
			'9.89121E+11',
			'9,89121e+11',
		],
		['is empty', undefined, null, '', '   ', '\n'],
		// Of which no key can be made for certain.
		['holds', 1.5, NaN, 2 ** 53, true, [], ['A-1'], {}, 'a\ud83d'],
	],
	near: string({ unit: 'binary' }),
});
