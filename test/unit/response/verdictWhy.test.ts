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
