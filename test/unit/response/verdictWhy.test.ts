import { expect, test } from '@jest/globals';

import type { Verdict } from '../../../nodes/SmsVoiceGateway/response/answer.ts';
import { read } from './read.ts';
import type { Asked } from './read.ts';

const PAGE = '<p>Access denied</p>';
const NOTICE = '<b>Notice</b>: Undefined index in a.php on line 3';

test.each<[string, Verdict, string, Asked?]>([
	['too large', { kind: 'unclear', why: 'tooLarge', response: {} }, '{}', { end: 'tooLarge' }],
	['cut', { kind: 'unclear', why: 'truncated', response: {} }, '{}', { end: 'brokenOff' }],
	['half', { kind: 'unclear', why: 'truncated', response: '{"a' }, '{"a'],
	[
		'cut, and refused',
		{ kind: 'refused', response: '{"a' },
		'{"a',
		{ httpStatus: 400, end: 'brokenOff' },
	],
	['a page', { kind: 'unclear', why: 'webPage', response: PAGE }, PAGE],
	[
		'a page by its type',
		{ kind: 'unclear', why: 'webPage', response: 'x' },
		'x',
		{ contentType: 'text/html' },
	],
	[
		'JSON that calls itself a page',
		{ kind: 'accepted', response: { ok: 1 }, rows: [{ kind: 'accepted', ids: [] }] },
		'{"ok":1}',
		{ contentType: 'text/html' },
	],
	[
		'a page with a notice',
		{ kind: 'unclear', why: 'webPage', response: `<html>${NOTICE}{}` },
		`<html>${NOTICE}{}`,
	],
	[
		'a notice before JSON',
		{ kind: 'unclear', why: 'unproven', response: {} },
		`${NOTICE} {}`,
		{ contentType: 'text/html' },
	],
	[
		'a refusal behind words',
		{ kind: 'unclear', why: 'unproven', response: 'queued {"success":false}' },
		'queued {"success":false}',
	],
	['a redirect', { kind: 'unclear', why: 'redirect', response: '' }, '', { httpStatus: 300 }],
	[
		'the last redirect',
		{ kind: 'unclear', why: 'redirect', response: '' },
		'',
		{ httpStatus: 399 },
	],
	['no success yet', { kind: 'unclear', why: 'noProof', response: '' }, '', { httpStatus: 199 }],
	['a time-out', { kind: 'unclear', why: 'noProof', response: '' }, '', { httpStatus: 408 }],
	['a fault', { kind: 'unclear', why: 'serverError', response: '' }, '', { httpStatus: 500 }],
	['the last refusal', { kind: 'refused', response: '' }, '', { httpStatus: 498 }],
	['the last success', { kind: 'unclear', why: 'unproven', response: '' }, '', { httpStatus: 299 }],
	['words', { kind: 'unclear', why: 'unproven', response: 'failed' }, 'failed'],
	[
		'both',
		{
			kind: 'unclear',
			why: 'contradictory',
			words: 'slow',
			response: { success: true, error: 'slow' },
		},
		'{"success":true,"error":"slow"}',
	],
	[
		'acceptance in a refusal',
		{ kind: 'unclear', why: 'contradictory', response: { success: true } },
		'{"success":true}',
		{ httpStatus: 402 },
	],
	[
		'rows of both',
		{ kind: 'unclear', why: 'mixed', code: '1010', response: { data: [1, { status: 1010 }] } },
		'{"data":[1,{"status":1010}]}',
	],
	[
		'a refusal with all its words',
		{
			kind: 'refused',
			code: '1006',
			words: 'the error',
			response: { status: '1006', message: 'the message', error: 'the error' },
		},
		'{"status":"1006","message":"the message","error":"the error"}',
	],
	[
		'a refusal with a message',
		{
			kind: 'refused',
			words: 'the message',
			response: { status: 'failed', message: 'the message' },
		},
		'{"status":"failed","message":"the message"}',
	],
	[
		'words alone',
		{
			kind: 'unclear',
			why: 'unproven',
			words: 'login failed',
			response: { message: 'login failed' },
		},
		'{"message":"login failed"}',
	],
])('%s is read whole', (_name, verdict, body, changes = {}) => {
	expect(read(body, changes)).toStrictEqual(verdict);
});

const TEACHING = (means: 'accepted' | 'rejected', value = '1') => ({ field: 'Ret', value, means });

test.each<[string, Verdict['kind'], object, Asked?]>([
	['proves nothing', 'accepted', { Ret: 1 }],
	['accepts', 'accepted', { success: true }],
	['refuses', 'refused', { success: false }],
	['does both', 'unclear', { success: true, error: 'slow' }],
	['has a code of others', 'refused', { code: 801 }],
	['refuses in words of success', 'unclear', { code: 801, message: 'OK' }],
	['says so in a 404', 'refused', { message: 'OK' }, { httpStatus: 404 }],
	['counts what was sent and what failed', 'accepted', { delivered: 5, failed: 2 }],
	[
		'refuses, and is taught otherwise',
		'accepted',
		{ Ret: 1, success: false },
		{ answers: [TEACHING('accepted')] },
	],
	[
		'accepts, and is taught otherwise',
		'refused',
		{ Ret: 1, success: true },
		{ answers: [TEACHING('rejected')] },
	],
	[
		'is taught as both',
		'unclear',
		{ Ret: 1 },
		{ answers: [TEACHING('accepted'), TEACHING('rejected', '')] },
	],
	['proves nothing in a 404', 'refused', { Ret: 1 }, { httpStatus: 404 }],
	['accepts in a 404', 'unclear', { success: true }, { httpStatus: 404 }],
	['has a record that failed', 'accepted', { data: [{ msgid: 1, status: 'failed' }] }],
	['is a record that failed', 'accepted', { msgid: 1, status: 'failed' }],
])('the answer to a query that %s is %s', (_name, kind, body, asked = {}) => {
	const verdict = read(body, { sends: false, rows: [], ...asked });
	expect(verdict.kind).toBe(kind);
	expect(verdict).not.toHaveProperty('rows');
	if (verdict.kind === 'unclear') expect(verdict.why).toBe('contradictory');
});

test('what is taught as both is contradictory, whatever it was', () => {
	const answers = [TEACHING('accepted'), TEACHING('rejected', '')];
	expect(read({ Ret: 1, success: true }, { answers })).toMatchObject({ why: 'contradictory' });
	// Of what broke off, nothing was taught.
	expect(read('{"Ret":1}', { answers, end: 'brokenOff' })).toMatchObject({ why: 'truncated' });
});

test.each<[string, unknown, string, string[][]?]>([
	['one entry that says both', { data: [{ id: 1, error: 'x' }] }, 'contradictory'],
	['an acceptance and a refusal of one', { success: true, data: [9001, { error: 'x' }] }, 'mixed'],
	['some that refuse', { data: [{ error: 'x' }, 7] }, 'mixed'],
	[
		'some that refuse, for other rows',
		{ success: true, data: [{ error: 'x' }, 9001] },
		'mixed',
		[['1'], ['2'], ['3']],
	],
])('an answer with %s is unclear for its own reason', (_name, body, why, rows = [['1']]) => {
	expect(read(body, { rows })).toMatchObject({ kind: 'unclear', why });
});
