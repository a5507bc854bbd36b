import { describe, expect, test } from '@jest/globals';

import { readVerdict } from '../../../nodes/SmsVoiceGateway/response/verdict.ts';

const verdictOf = (body: unknown, httpStatus = 200) =>
	readVerdict(
		{
			httpStatus,
			contentType: 'application/json',
			body: typeof body === 'string' ? body : JSON.stringify(body),
			end: 'complete',
		},
		true,
	);

describe('An answer with HTTP 200', () => {
	test.each([
		['ids', { meta: { status: 200, message: 'success' }, data: [1] }],
		['ids and a flat status', { data: [1], status: 'odd' }],
		['a call that was taken', { success: true, error: null, call_id: '7' }],
		['a flat success', { status: 'success' }],
		['nothing', ''],
		['null', 'null'],
		['another form', { anything: true }],
	])('is an acceptance where it holds %s', (_name, body) => {
		expect(verdictOf(body).kind).toBe('accepted');
	});

	test.each([
		[
			'a code in meta.status',
			{ meta: { status: 1006, message: 'no credit' } },
			'1006',
			'no credit',
		],
		['a code in meta.code', { meta: { code: '1008' }, data: null }, '1008', undefined],
		['success false', { success: false, error: 'no' }, undefined, 'no'],
		['an error alone', { error: 'no' }, undefined, 'no'],
		['a flat status', { status: 'blocked' }, undefined, 'blocked'],
	])('is a refusal where it holds %s', (_name, body, code, words) => {
		expect(verdictOf(body)).toEqual({
			kind: 'refused',
			response: body,
			...(code === undefined ? {} : { code }),
			...(words === undefined ? {} : { words }),
		});
	});

	test.each([
		['a web page', '<html></html>', 'webPage'],
		['JSON that breaks off', '{"meta":{"status":2', 'truncated'],
	])('tells nothing where it is %s', (_name, body, why) => {
		expect(verdictOf(body)).toMatchObject({ kind: 'unclear', why });
	});
});

test.each([
	[302, 'unclear'],
	[400, 'unclear'],
	[429, 'unclear'],
	[500, 'unclear'],
	[503, 'unclear'],
])('An answer with HTTP %i is %s where its body says that it was taken', (httpStatus, kind) => {
	expect(verdictOf({ meta: { status: 200 }, data: [1] }, httpStatus).kind).toBe(kind);
});
