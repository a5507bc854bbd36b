import { expect, test } from '@jest/globals';
import { InvalidSetting } from '../../../sandbox/index.ts';
import { validFaults } from '../../../sandbox/faults/validate.ts';

const TRUNCATE = { kind: 'truncate' };

/** Lists of faults that are none, and the place that is named. */
const LISTS: Array<[unknown, string]> = [
	[{}, 'faults must be an array'],
	[undefined, 'faults must be an array'],
	[Array(101).fill({ fault: TRUNCATE }), 'at most 100'],
	[[null], 'faults[0] must be an object'],
	[[{ fault: TRUNCATE }, {}], 'faults[1].fault must be an object'],
];

/** What stands beside the fault. */
const BESIDE: Array<[object, string]> = [
	[{ time: 1 }, 'faults[0].time is not known'],
	...[-1, 1.5, null].map((times): [object, string] => [{ times }, 'faults[0].times must be an']),
	[{ match: 'x' }, 'faults[0].match must be an object'],
	[{ match: { url: '/' } }, 'match.url is not known'],
	[{ match: { host: 'mail' } }, 'match.host must be one of sms, call'],
	[{ match: { path: '/v1/call/voice' } }, 'match.path must be one of'],
	[{ match: { destination: '' } }, 'match.destination must be'],
	[{ match: { probability: 1.1 } }, 'from 0 to 1'],
	[{ match: { probability: NaN } }, 'from 0 to 1'],
];

const FAULTS: Array<[object, string]> = [
	[{ kind: 'explode' }, 'faults[0].fault.kind must be one of'],
	[{ kind: 'constructor' }, 'faults[0].fault.kind must be one of'],
	[{ ...TRUNCATE, ms: 5 }, 'faults[0].fault.ms is not known'],
	[{ kind: 'status' }, 'fault.status must be an integer from 200 to 599'],
	[{ kind: 'status', status: 199 }, 'fault.status'],
	[{ kind: 'html', status: '200' }, 'fault.status'],
	[{ kind: 'raw', body: '', accept: 1 }, 'fault.accept must be true or false'],
	[{ kind: 'raw' }, 'fault.body must be text'],
	[{ kind: 'raw', body: 'x'.repeat(1024 * 1024 + 1) }, 'fault.body'],
	// These would break the headers.
	[{ kind: 'raw', body: '', contentType: 'a\r\nb: c' }, 'fault.contentType'],
	[{ kind: 'redirect', status: 302, location: '/\n' }, 'fault.location'],
	[{ kind: 'redirect', status: 304, location: '/' }, 'fault.status must be one of 301'],
	[{ kind: 'delay', ms: -1 }, 'fault.ms must be an integer from 0 to 60000'],
	[{ kind: 'delay', ms: 60_001 }, 'fault.ms'],
	[{ kind: 'drop' }, 'fault.when must be one of before, after'],
	[{ kind: 'refuse', message: 'x' }, 'fault.code must be an integer'],
	[{ kind: 'refuse', code: 1, message: '' }, 'fault.message'],
	[{ kind: 'family', family: 'constructor' }, 'fault.family must be one of retStatus, codeFirst'],
	[{ kind: 'tooManyRequests', retryAfter: -1 }, 'fault.retryAfter'],
];

test.each([
	...LISTS,
	...BESIDE.map(([beside, words]) => [[{ ...beside, fault: TRUNCATE }], words] as const),
	...FAULTS.map(([fault, words]) => [[{ fault }], words] as const),
])('faults are refused, with the place that is wrong: %#', (faults, words) => {
	expect(() => validFaults(faults)).toThrow(InvalidSetting);
	expect(() => validFaults(faults)).toThrow(words);
});

test('accepted faults are a copy, so that counting down leaves the caller’s own alone', () => {
	const faults = [{ times: 1, fault: { kind: 'truncate' } }];
	const copy = validFaults(faults);
	expect(copy).toEqual(faults);
	expect(copy[0]).not.toBe(faults[0]);
});
