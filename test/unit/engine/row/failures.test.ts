import { expect, test } from '@jest/globals';

import { withoutAnswer } from '../../../../nodes/SmsVoiceGateway/engine/row/failures.ts';
import type { NoAnswer } from '../../../../nodes/SmsVoiceGateway/wire/transport.ts';

const UNKNOWN = /^It may have been sent\..* by itself\.$/;
const HELD_BACK = 'The request was not sent: the words';
const UNREACHED = "The service can't be reached at sms.example.com";
const LOST = 'The connection to sms.example.com was lost before an answer came';
const LATE = 'The service at sms.example.com did not answer in time';

/** What n8n, Node or a proxy may throw, of which engine and end-to-end tests see some; the code stands behind the advice. */
test.each<[Partial<NoAnswer>, 'rejected' | 'unknown', string, RegExp]>([
	[
		{ heldBack: true },
		'rejected',
		HELD_BACK,
		/^Check 'SMS Base URL' .*, and its allowed domains\.$/,
	],
	[{ heldBack: true, blocked: true }, 'rejected', HELD_BACK, /^n8n's SSRF protection forbids/],
	[{ syscall: 'connect' }, 'rejected', UNREACHED, /^Nothing was sent\. .*leads there\.$/],
	[
		{ code: 'ECONNREFUSED', syscall: 'connect' },
		'rejected',
		UNREACHED,
		/there\. \(ECONNREFUSED\)$/,
	],
	[{}, 'unknown', LOST, UNKNOWN],
	[{ code: 'ECONNRESET' }, 'unknown', LOST, /by itself\. \(ECONNRESET\)$/],
	[
		{ code: 'ERR_CANCELED' },
		'unknown',
		'The execution was stopped before sms.example.com answered',
		/\(ERR_CANCELED\)$/,
	],
	...['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT'].map(
		(code): [Partial<NoAnswer>, 'unknown', string, RegExp] => [{ code }, 'unknown', LATE, /\)$/],
	),
	[{ code: 'XETIMEDOUT' }, 'unknown', LOST, /\(XETIMEDOUT\)$/],
	[{ code: 'ETIMEDOUTX' }, 'unknown', LOST, /\(ETIMEDOUTX\)$/],
])('without an answer, %j: %s', (thrown, outcome, message, advice) => {
	const error = { code: '', syscall: '', heldBack: false, blocked: false, words: 'the words' };
	const target = { host: 'sms.example.com', field: 'SMS Base URL' };
	expect(withoutAnswer({ ...error, ...thrown }, target, true)).toEqual({
		outcome,
		failure: { message, advice: expect.stringMatching(advice) },
	});
});
