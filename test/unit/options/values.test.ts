import { describe, expect, test } from '@jest/globals';
import { anything, assert, maxSafeInteger, property, string } from 'fast-check';
import type { INodePropertyCollection } from 'n8n-workflow';

import {
	bodyFormat,
	dryRun,
	invalidRows,
	resendUnknown,
	sendToBlacklist,
} from '../../../nodes/SmsVoiceGateway/options/single.ts';
import { limits } from '../../../nodes/SmsVoiceGateway/options/limits.ts';
import { numberFormat } from '../../../nodes/SmsVoiceGateway/options/numberFormat.ts';
import { type AnyGroup, only, shownIn } from '../../../nodes/SmsVoiceGateway/options/group.ts';
import type { Option } from '../../../nodes/SmsVoiceGateway/options/option.ts';
import { readUniqueKey, sendOnce } from '../../../nodes/SmsVoiceGateway/options/sendOnce.ts';
import { speed } from '../../../nodes/SmsVoiceGateway/options/speed.ts';
import { text } from '../../../nodes/SmsVoiceGateway/options/text.ts';
import { waitUntilFinal } from '../../../nodes/SmsVoiceGateway/options/waiting.ts';
import { problemOf, staysOrderly } from '../values/problemOf.ts';
import { runsOf } from '../fuzz.ts';

const SPEED = speed(100, 10_000, 'messages');
const TEXT = text('refuse');
const GROUPS: AnyGroup[] = [limits, numberFormat, sendOnce, SPEED, TEXT, waitUntilFinal];
const SINGLES: Option[] = [bodyFormat, dryRun, invalidRows, resendUnknown, sendToBlacklist];

const IN_GROUPS = GROUPS.flatMap((group) =>
	Object.values(group.values).map((option) => [shownIn(group, option), option] as const),
);
const ALL = [
	...IN_GROUPS,
	...SINGLES.map((option) => [option.property.displayName, option] as const),
];

test.each(ALL)("'%s' gives a value or says what is wrong, whatever it is given", (_, { read }) => {
	assert(
		property(anything(), (value) => staysOrderly(() => read(value, 'UTC'))),
		runsOf(100),
	);
});

describe('what a group opens with', () => {
	/** What has to be filled in. */
	const EMPTY = ['Send Once → Campaign', 'Send Once → Key', 'Number Format → Country Code'];

	test.each(IN_GROUPS)("of '%s' is what holds without it", (shown, option) => {
		const initial: unknown = option.property.default;
		if (EMPTY.includes(shown)) expect(initial).toBe('');
		// Where it was not added, nothing is left out.
		else if (shown === 'Send Once → By') expect(option.usual).toBeUndefined();
		else expect(option.read(initial, 'UTC')).toEqual(option.usual);
	});

	test.each(GROUPS)('of $property.displayName is all of it', ({ property: shown, values }) => {
		const members = Object.entries(values).map(([name, option]) => [name, option.property.default]);
		expect(shown.default).toEqual({ values: Object.fromEntries(members) });
	});

	test.each(GROUPS)('of $property.displayName is a list of fields, as n8n wants it', (group) => {
		expect(group.property.type).toBe('fixedCollection');
		const [options, ...others] = (group.property.options ?? []) as INodePropertyCollection[];
		expect([options?.displayName, options?.name, others]).toEqual(['Values', 'values', []]);
		// A limit stands there once more, for a tool.
		const names = new Set(options?.values.map(({ name }) => name));
		expect([...names]).toEqual(Object.keys(group.values));
		for (const need of group.needs) expect(Object.keys(group.values)).toContain(need);
	});

	test('of a part of a group is that part', () => {
		const { property: shown, values } = only(limits, 'maxMessages', 'perHours');
		expect(Object.keys(values)).toEqual(['maxMessages', 'perHours']);
		expect(shown.default).toEqual({ values: { maxMessages: 0, perHours: 24 } });
		expect(shown.displayName).toBe('Limits');
	});
});

/** What each takes, and as what; and what it refuses, with these words. */
const TABLE: Array<[string, Array<[unknown, unknown]>, unknown[], string]> = [
	[
		'Speed → Batch Size',
		[
			[1, 1],
			['100', 100],
			[10_000, 10_000],
		],
		[0, 10_001, 1.5, ''],
		'which is not a whole number from 1 to 10000 | Enter 1 to 10,000.',
	],
	[
		'Speed → Batch Interval (Ms)',
		[
			[0, 0],
			['250', 250],
			[3_600_000, 3_600_000],
		],
		[-1, 3_600_001, 0.5, ''],
		'which is not a whole number from 0 to 3600000 | Give milliseconds; 0 means no pause.',
	],
	[
		'Speed → Parallel Requests',
		[
			[1, 1],
			['20', 20],
		],
		[0, 21, 1.5, ''],
		'which is not a whole number from 1 to 20 | Use 1 to send one after the other.',
	],
	[
		'Invalid Rows',
		[
			['stop', 'stop'],
			['skip', 'skip'],
		],
		['Skip', '', 0],
		'which is neither "stop" nor "skip" | Choose Stop or Skip.',
	],
	[
		'Body Format',
		[
			['json', 'json'],
			['multipart', 'multipart'],
		],
		['JSON', '', true],
		'which is neither "json" nor "multipart" | Choose JSON or Multipart Form.',
	],
	[
		'Send Once → By',
		[
			['run', 'run'],
			['campaign', 'campaign'],
			['key', 'key'],
		],
		['Key', '', 1],
		'which is none of its choices | Choose Number and Text in This Run, Campaign or Key.',
	],
	[
		'Send Once → Forget After (Hours)',
		[
			[0, 0],
			['24', 24],
			[8784, 8784],
		],
		[-1, 1.5, 8785, 'day'],
		'which is not a whole number from 0 to 8784 | Enter hours: 24 is a day, 168 a week; 0 is for good.',
	],
	...['Max Messages', 'Max Parts', 'Stop After Failures'].map((name): (typeof TABLE)[number] => [
		`Limits → ${name}`,
		[
			[0, 0],
			[1, 1],
			['500', 500],
			[Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
		],
		[-1, 1.5, '', 2 ** 53],
		'which is not a whole number of 0 or more | Enter a whole number; 0 means no limit.',
	]),
	[
		'Limits → Max per Number',
		[
			[0, 0],
			['1000', 1000],
		],
		[1001, -1, 'many'],
		'which is not a whole number from 0 to 1000 | Enter a whole number; 0 means no limit.',
	],
	[
		'Limits → Per Hours',
		[
			[1, 1],
			[8784, 8784],
		],
		[0, 8785, 'day'],
		'which is not a whole number from 1 to 8784 | Enter hours: 24 is a day, 168 a week.',
	],
	[
		'Limits → Min Credit',
		[
			[0, 0],
			[0.5, 0.5],
			['0', 0],
			[' 1000.25 ', 1000.25],
			[1e9, 1e9],
		],
		[-1, '-0.1', '', '  ', 'many', Infinity, NaN, null, true, [5], undefined],
		'which is not a number from 0 | Give the least credit at which messages may be sent, or 0 for any.',
	],
	[
		'Wait Until Final → Every (Seconds)',
		[
			[1, 1000],
			['2.5', 2500],
			[600, 600_000],
		],
		[0.5, '', ' ', NaN],
		'which is not a number from 1 to 600 | Give the seconds from one question to the next.',
	],
	[
		'Wait Until Final → At Most (Seconds)',
		[[' 60 ', 60_000]],
		[601, null, [60]],
		'which is not a number from 1 to 600 | The node waits ten minutes at the most; for a longer time put a Wait node before it.',
	],
	[
		'Number Format → Country Code',
		[
			...['98', '+98', '0098', ' 98 ', 98].map((given): [unknown, unknown] => [given, '98']),
			[375, '375'],
		],
		['0', '1234', '9+8', 'x'],
		'which is not a country code | Write 1 to 3 digits, for example 98.',
	],
	[
		'Number Format → National Length',
		[
			['4', [4, 4]],
			[14, [14, 14]],
			[' 10–۱۱ ', [10, 11]],
			['10 - 11', [10, 11]],
		],
		[3, 15, 'ten', '11-10', '3-5', '10-15', '10-11-12', 10.5, true],
		'which is neither a whole number from 4 to 14 nor two such as 10-11 | Count the digits of a number behind the country code, for example 10 in +98 912 123 4567.',
	],
	[
		'Number Format → Trunk Prefix',
		[
			[undefined, ''],
			['', ''],
			[' 06 ', '06'],
			[810, '810'],
		],
		['x', '1234'],
		'which is not up to 3 digits | Write what is dialled before a number within the country, 0 in most; leave it empty for none.',
	],
	[
		'Text → Gaps',
		[
			['refuse', 'refuse'],
			['warn', 'warn'],
			['allow', 'allow'],
		],
		['Refuse', '', null, ['warn']],
		'which is none of its choices | Choose Allow, Refuse or Warn.',
	],
	[
		'Number Format → Write As',
		[['plus', 'plus']],
		['toString', undefined, ['plus']],
		'which is none of its choices | Choose one of the list.',
	],
];

describe.each(TABLE)("'%s'", (shown, taken, refused, words) => {
	const [, option] = ALL.find(([name]) => name === shown) ?? [];

	test.each(taken)('takes %j as %j', (given, read) => {
		expect(option?.read(given, 'UTC')).toEqual(read);
	});

	test.each(refused.map((value) => [value]))('refuses %j, and says what to do', (value) => {
		const said = problemOf(() => option?.read(value, 'UTC'));
		expect(said).toMatch(/^holds /);
		expect(said).toContain(words);
	});
});

test.each(['', '  ', undefined])("an empty 'Country Code' of %j is named as such", (value) => {
	expect(problemOf(() => numberFormat.values.countryCode.read(value, 'UTC'))).toBe(
		'is empty | Write 1 to 3 digits, for example 98.',
	);
});

describe('readUniqueKey', () => {
	test.each<[unknown, string]>([
		['A-1', 'A-1'],
		['  A-1\n', 'A-1'],
		['001', '001'],
		[1001, '1001'],
		[-7, '-7'],
		['۱۲۳', '۱۲۳'],
	])('reads %j as %j', (value, key) => {
		expect(readUniqueKey(value)).toBe(key);
	});

	test.each([undefined, null, '', '   ', '\n'])('refuses %j as empty', (value) => {
		expect(problemOf(() => readUniqueKey(value))).toContain('is empty');
	});

	test.each([1.5, NaN, 2 ** 53, true, [], ['A-1'], {}, 'a\ud83d'])(
		'refuses %j, of which no key can be made for certain',
		(value) => {
			expect(problemOf(() => readUniqueKey(value))).toContain('holds');
		},
	);

	test('gives a number and its text the same key', () => {
		assert(
			property(maxSafeInteger(), (number) => {
				expect(readUniqueKey(number)).toBe(readUniqueKey(String(number)));
			}),
			runsOf(100),
		);
	});

	test('gives a key that is its own key, or says what is wrong', () => {
		assert(
			property(string({ unit: 'binary' }), (text) => {
				if (problemOf(() => readUniqueKey(text)) !== 'no problem') return;
				const key = readUniqueKey(text);
				expect(key).not.toBe('');
				expect(readUniqueKey(key)).toBe(key);
			}),
			runsOf(100),
		);
		assert(
			property(anything(), (value) => staysOrderly(() => readUniqueKey(value))),
			runsOf(100),
		);
	});
});
