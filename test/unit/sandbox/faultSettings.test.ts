import { describe, expect, test } from '@jest/globals';
import { InvalidSetting } from '../../../sandbox/index.ts';
import { validFaults } from '../../../sandbox/faults/validate.ts';

const action = (fault: unknown) => [{ fault }];

describe('faults are refused, with the place that is wrong, where', () => {
	test.each<[string, unknown, string]>([
		['they are no list', {}, 'faults must be an array'],
		['they are nothing', undefined, 'faults must be an array'],
		['they are too many', Array(101).fill({ fault: { kind: 'truncate' } }), 'at most 100'],
		['one is no object', [null], 'faults[0] must be an object'],
		[
			'one has no fault',
			[{ fault: { kind: 'truncate' } }, {}],
			'faults[1].fault must be an object',
		],
		['a key is unknown', [{ fault: { kind: 'truncate' }, time: 1 }], 'faults[0].time is not known'],
		['the kind is unknown', action({ kind: 'explode' }), 'faults[0].fault.kind must be one of'],
		[
			'the kind is an inherited name',
			action({ kind: 'constructor' }),
			'faults[0].fault.kind must be one of',
		],
		[
			'a setting is of another kind',
			action({ kind: 'truncate', ms: 5 }),
			'faults[0].fault.ms is not known',
		],
		[
			'times is negative',
			[{ times: -1, fault: { kind: 'truncate' } }],
			'faults[0].times must be an integer',
		],
		[
			'times is a fraction',
			[{ times: 1.5, fault: { kind: 'truncate' } }],
			'faults[0].times must be an integer',
		],
		[
			'times is null',
			[{ times: null, fault: { kind: 'truncate' } }],
			'faults[0].times must be an integer',
		],
		[
			'match is no object',
			[{ match: 'x', fault: { kind: 'truncate' } }],
			'faults[0].match must be an object',
		],
		[
			'match has an unknown key',
			[{ match: { url: '/' }, fault: { kind: 'truncate' } }],
			'match.url is not known',
		],
		[
			'the path is none of the service',
			[{ match: { path: '/v1/call/voice' }, fault: { kind: 'truncate' } }],
			'match.path must be one of',
		],
		[
			'the destination is empty',
			[{ match: { destination: '' }, fault: { kind: 'truncate' } }],
			'match.destination must be',
		],
		[
			'the probability is above 1',
			[{ match: { probability: 1.1 }, fault: { kind: 'truncate' } }],
			'from 0 to 1',
		],
		[
			'the probability is no number',
			[{ match: { probability: NaN }, fault: { kind: 'truncate' } }],
			'from 0 to 1',
		],
		[
			'a status is missing',
			action({ kind: 'status' }),
			'fault.status must be an integer from 200 to 599',
		],
		['a status is out of range', action({ kind: 'status', status: 199 }), 'fault.status'],
		['a status is text', action({ kind: 'html', status: '200' }), 'fault.status'],
		[
			'accept is no flag',
			action({ kind: 'raw', body: '', accept: 1 }),
			'fault.accept must be true or false',
		],
		['a raw body is missing', action({ kind: 'raw' }), 'fault.body must be text'],
		[
			'a body is too long',
			action({ kind: 'raw', body: 'x'.repeat(1024 * 1024 + 1) }),
			'fault.body',
		],
		[
			'a content type would break the headers',
			action({ kind: 'raw', body: '', contentType: 'a\r\nb: c' }),
			'fault.contentType',
		],
		[
			'a location would break the headers',
			action({ kind: 'redirect', status: 302, location: '/\n' }),
			'fault.location',
		],
		[
			'a redirect is none',
			action({ kind: 'redirect', status: 304, location: '/' }),
			'fault.status must be one of 301',
		],
		[
			'a delay is negative',
			action({ kind: 'delay', ms: -1 }),
			'fault.ms must be an integer from 0 to 60000',
		],
		['a delay is above a minute', action({ kind: 'delay', ms: 60_001 }), 'fault.ms'],
		['a drop has no time', action({ kind: 'drop' }), 'fault.when must be one of before, after'],
		[
			'a refusal has no code',
			action({ kind: 'refuse', message: 'x' }),
			'fault.code must be an integer',
		],
		['a refusal has no words', action({ kind: 'refuse', code: 1, message: '' }), 'fault.message'],
		[
			'a waiting time is negative',
			action({ kind: 'tooManyRequests', retryAfter: -1 }),
			'fault.retryAfter',
		],
	])('%s', (_case, faults, words) => {
		expect(() => validFaults(faults)).toThrow(InvalidSetting);
		expect(() => validFaults(faults)).toThrow(words);
	});
});

test('accepted faults are a copy, so that counting down leaves the caller’s own alone', () => {
	const faults = [{ times: 1, fault: { kind: 'truncate' } }];
	const copy = validFaults(faults);
	expect(copy).toEqual(faults);
	expect(copy[0]).not.toBe(faults[0]);
});
