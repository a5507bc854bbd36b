import { describe, expect, test } from '@jest/globals';

import { sideOfWords } from '../../../nodes/SmsVoiceGateway/response/words.ts';
import { readVerdict } from '../../../nodes/SmsVoiceGateway/response/verdict.ts';

const REFUSED = [
	'error: no credit',
	'Error: No such sender',
	'error=no balance left',
	'failed: no route to the operator',
	'rejected: none of the numbers is valid',
	'Error: 0 credit left',
	'invalid: false sender',
	'row 0 failed',
	'item 0 rejected',
	'message no. 0 failed',
	'rejected: no. 0 error',
	'API 2.0 error',
	'HTTP/1.0 failure',
	'10.0.0.0 blocked',
	'#0 failed',
	'1,0 failed',
	'error: 0.5',
	'error: no credit: 0',
	'rejected: no balance = 0',
	'row\u00a00 failed',
	'row=0 failed',
	'1 000 failed',
	'not sent, no error',
];
const NOT_REFUSED = [
	'no error',
	'sent without any errors',
	'0 failed',
	'1 sent, 0 failed',
	'1 sent and 0 failed',
	'1 sent,0 failed',
	'(0 failed)',
	'errors: 0',
	'sent, errors: none.',
	'failed=0; sent=1',
	'failed: 0 sent: 1',
	'error: null, status: ok',
	'NO_ERROR',
	'No-Error',
	'no  errors',
	'no\u00a0error',
	'status: no error',
	'۰ failed',
	'sent 5 0 failed',
	'success, queued: 0, sent: 1',
	'message 0 sent',
	'0: Accepted for delivery',
	'10 sent',
];
const DOUBTED = [
	'0 sent',
	'0 of 5 sent',
	'0 accepted, 0 failed',
	'OK, 0 sent',
	'no messages sent',
	'nothing was accepted',
	'none of them was queued',
	'sent: 0',
	'sent 0 messages',
	'success=false',
	'accepted: false',
	'۰ پیام ارسال شد',
	'0 messages failed',
	'0 of 5 failed',
	'nothing failed',
	'no fatal errors',
	'sent 5 failed 0',
	'errors 0',
	'ERROR_NONE',
];

describe('sideOfWords', () => {
	test.each(REFUSED)('takes "%s" for a refusal', (text) => {
		expect(sideOfWords(text)).toBe('refusal');
	});

	test.each(NOT_REFUSED)('takes "%s" for none', (text) => {
		expect(sideOfWords(text)).toBe('acceptance');
	});

	test.each(DOUBTED)('takes "%s" for neither', (text) => {
		expect(sideOfWords(text)).toBe('doubt');
	});
});

test.each(DOUBTED)('an answer whose status is "%s" is neither sent nor sent again', (status) => {
	for (const body of [JSON.stringify({ status }), status]) {
		const contentType = body === status ? 'text/plain' : 'application/json';
		const answer = { httpStatus: 200, contentType, body, end: 'complete' } as const;
		expect(readVerdict(answer, true).kind).toBe('unclear');
	}
});

test.each(REFUSED)('an answer whose status is "%s" is never shown as sent', (status) => {
	const body = JSON.stringify({ status });
	const verdict = readVerdict(
		{ httpStatus: 200, contentType: 'application/json', body, end: 'complete' },
		true,
	);
	expect(verdict.kind).not.toBe('accepted');
});
