import { expect, test } from '@jest/globals';

import type { Json } from '../../../nodes/SmsVoiceGateway/values/json.ts';
import {
	entriesOf,
	envelopesOf,
	idIn,
	idsBehindWord,
} from '../../../nodes/SmsVoiceGateway/response/data.ts';
import { plainName } from '../../../nodes/SmsVoiceGateway/response/byName.ts';
import { asId, sameId } from '../../../nodes/SmsVoiceGateway/response/messageId.ts';
import { isZero } from '../../../nodes/SmsVoiceGateway/response/values.ts';

test.each([
	['9001', '9001'],
	['+9001', '9001'],
	['0009001', '9001'],
	['+009001', '9001'],
	['9 001', '9001'],
	['۹۰۰۱', '9001'],
	['0', '0'],
	['000', '0'],
	['a-17', 'a-17'],
	['a-007', 'a-007'],
	['007a', '007a'],
	['00a7', '00a7'],
	['+a7', '+a7'],
])('the id %j is the same as %j', (id, same) => {
	expect(sameId(id)).toBe(same);
});

test.each([
	['msgid', 'msgid'],
	['Msg-Id', 'msgid'],
	['msg_id', 'msgid'],
	['MSG ID', 'msgid'],
	['a.b', 'ab'],
	['', ''],
])('the name %j is plainly %j', (name, plain) => {
	expect(plainName(name)).toBe(plain);
});

test.each<[Json, string | undefined]>([
	[17, '17'],
	[' ۱۷ ', '17'],
	['9'.repeat(200), '9'.repeat(200)],
	['9'.repeat(201), undefined],
	['a-17', 'a-17'],
	['018', '018'],
	['1.5', undefined],
	[1.5, undefined],
	[0, undefined],
	[-1, undefined],
	['-1', undefined],
	['none', undefined],
	['error-5', undefined],
	['ERR_17', undefined],
	['5_ _x', undefined],
	[null, undefined],
	[[5], undefined],
])('the id in %j is %j', (value, id) => {
	expect(asId(value)).toBe(id);
});

test.each<[Json, boolean, string | undefined]>([
	['9001', false, '9001'],
	['900', false, undefined],
	['1006', false, undefined],
	['999', false, undefined],
	['1000', false, undefined],
	['1099', false, undefined],
	['1100', false, '1100'],
	['10061', false, '10061'],
	['900001', true, '900001'],
	['90001', true, undefined],
	['a-900001', true, undefined],
	[{ id: 5 }, true, '5'],
	[{ x: 900001 }, false, undefined],
])('where nothing names it, %j is an id (alone: %j): %j', (value, bare, id) => {
	expect(idIn(value, bare)).toBe(id);
});

test.each<[string, string[] | undefined]>([
	['OK', []],
	[' Sent:  9001,9002 ; a-17|', ['9001', '9002', 'a-17']],
	['OK 5', undefined],
	['9001', undefined],
	['', undefined],
])('behind the word of %j stand %j', (text, ids) => {
	expect(idsBehindWord(text)).toEqual(ids);
});

test.each<[Json, object | undefined]>([
	[[], { entries: [], source: [], bare: true }],
	[[{ data: [5] }], { entries: [5], source: [5], bare: false }],
	[[{ x: 5 }], { entries: [{ x: 5 }], source: [{ x: 5 }], bare: true }],
	[[{ data: [5] }, 6], { entries: [{ data: [5] }, 6], source: [{ data: [5] }, 6], bare: true }],
	[
		{ data: [], id: 5 },
		{ entries: [{ data: [], id: 5 }], source: { data: [], id: 5 }, bare: false },
	],
	[{ result: [5] }, { entries: [5], source: [5], bare: true }],
	[{ messages: [5] }, { entries: [5], source: [5], bare: false }],
	[{ ids: [1, 2] }, { entries: [{ id: 1 }, { id: 2 }], source: [1, 2], bare: false }],
	[
		{ ids: [], data: 9001 },
		{ entries: [9001], source: 9001, bare: false },
	],
	[{ result: 900001 }, { entries: [900001], source: 900001, bare: true }],
	[{ result: 9001 }, undefined],
	[{ data: { x: 1 } }, undefined],
	[{ data: null, result: { id: 'none' } }, undefined],
	['OK 9001', { entries: [{ id: '9001' }], source: 'OK 9001', bare: false }],
	['OK', undefined],
	['fine', undefined],
	[null, undefined],
])('of %j the entries are %j', (response, entries) => {
	expect(entriesOf(response)).toEqual(entries);
});

test('envelopes are opened from outside to inside, and not without end', () => {
	const within = (count: number): Json => (count === 0 ? { x: 1 } : { data: within(count - 1) });
	expect(envelopesOf({ result: { a: 1 }, data: { meta: { b: 1 } }, foo: { c: 1 } })).toHaveLength(
		4,
	);
	expect(envelopesOf(within(8))).toHaveLength(9);
	expect(envelopesOf(within(20))).toHaveLength(9);
	expect(envelopesOf([{ data: 1 }])).toEqual([]);
});

test.each<[Json, boolean]>([
	[0, true],
	['0', true],
	[' 00 ', true],
	['10', false],
	['01', false],
	['', false],
	[1, false],
	[false, false],
])('%j is zero: %j', (value, zero) => {
	expect(isZero(value)).toBe(zero);
});
