import { describe, expect, test } from '@jest/globals';

import type { Json } from '../../../../nodes/SmsVoiceGateway/values/json.ts';
import type { Said } from '../../../../nodes/SmsVoiceGateway/service/answer.ts';
import {
	refusalFailure,
	unclearFailure,
	unknownAdvice,
} from '../../../../nodes/SmsVoiceGateway/row/refusal.ts';
import { withoutAnswer } from '../../../../nodes/SmsVoiceGateway/row/failures.ts';
import type { NoAnswer } from '../../../../nodes/SmsVoiceGateway/wire/transport.ts';

const refused = (httpStatus: number, said: { code?: string; words?: string } = {}, sends = true) =>
	refusalFailure(httpStatus, { kind: 'refused', ...said }, { sends, field: 'Call Base URL' });

const SENDS = { sends: true, field: 'SMS Base URL' };
const ASKS = { ...SENDS, sends: false };

const LOGIN =
	"The login was refused. Check username and password in the node's credential: the password is that of the web service, not that of the panel.";
const NOT_SENT =
	'It was not sent. The service gave no reason: check the fields of this item, or ask your provider.';

describe('A refusal', () => {
	test.each([
		[402, {}, 'The service refused the request (HTTP 402)'],
		[200, { code: '1006' }, 'The service refused the request (code 1006, HTTP 200)'],
		[200, { words: 'no' }, 'The service refused the request: "no" (HTTP 200)'],
		[
			200,
			{ code: '7', words: 'x'.repeat(301) },
			`The service refused the request: "${'x'.repeat(300)}…" (code 7, HTTP 200)`,
		],
	])('with HTTP %i and %j says so', (httpStatus, said, message) => {
		const failure = refused(httpStatus, said);
		expect(failure).toMatchObject({ message, httpStatus });
		expect('code' in failure).toBe('code' in said);
		expect(failure.code).toBe((said as { code?: string }).code);
	});

	const FIELD = "Check 'Call Base URL' in the node's credential: the service does not know";
	/** What is advised, and on which HTTP status and code. */
	test.each<[string, ...on: Array<[status: number, code?: string]>]>([
		[LOGIN, [401], [401, '401'], [401, '1008'], [401, '1012'], [401, '1009'], [200, '1012']],
		['Too many requests in a short time. Try it again later', [429], [200, '429']],
		['A field was refused. Check the fields of this item', [200, '1008']],
		['The web-service password has expired. ', [401, '1015']],
		['The daily limit of the web service is reached. ', [412], [200, '1009']],
		[NOT_SENT, [412, '17']],
		['A message ID is wrong. Check the message IDs', [400, '1003']],
		['The destination was refused. Check ', [200, '1010']],
		[NOT_SENT, [200, 'toString'], [200, '17'], [422]],
		['A proxy on the way asks for a login.', [407]],
		['The provider, or a proxy on the way, may block the network', [403]],
		[FIELD, [404], [405]],
	])('advises what helps: %s', (advice, ...on) => {
		for (const [httpStatus, code] of on) {
			const said = code === undefined ? {} : { code };
			expect(refused(httpStatus, said).advice.slice(0, advice.length)).toBe(advice);
		}
	});

	test('of a question never speaks of sending', () => {
		for (const words of [undefined, 'x'])
			for (const code of [undefined, '1003', '1006', '17']) {
				const { advice } = refused(400, { ...(words && { words }), ...(code && { code }) }, false);
				expect(advice).not.toMatch(/was not sent|send it again|send what/);
			}
	});

	test('with words advises to correct what they name', () => {
		expect(refused(400, { words: 'sender is wrong' }).advice).toBe(
			'It was not sent. Correct what the service names, then send it again.',
		);
	});

	test.each<[string | undefined, rows: number, advice: string]>([
		['1010', 1, 'The destination was refused. '],
		[
			'1010',
			2,
			'Refused together with 1 other row, and any of them may be the cause. The destination',
		],
		[
			'17',
			1200,
			'Refused together with 1,199 other rows, and any of them may be the cause. It was not',
		],
		[
			undefined,
			3,
			'Refused together with 2 other rows, and any of them may be the cause. It was not',
		],
		['1006', 3, 'Refused together with 2 other rows. The credit of your account is used up. '],
		['1004', 3, 'Refused together with 2 other rows. A fault inside the service. '],
	])('of code %s and of %i rows is told as one', (code, rows, advice) => {
		const said = { kind: 'refused' as const, code };
		const failure = refusalFailure(400, said, { sends: true, field: 'SMS Base URL', rows });
		expect(failure.advice.slice(0, advice.length)).toBe(advice);
	});

	test.each<[string | undefined, ...on: Array<[status: number, code?: string]>]>([
		['credential-invalid', [401], [401, '1008'], [401, '1010'], [400, '1012']],
		['quota-exhausted', [200, '1006']],
		['rate-limited', [429], [200, '429']],
		[undefined, [401, '1015'], [200, '1008'], [402]],
	])('has the cause %j', (cause, ...on) => {
		for (const [httpStatus, code] of on) {
			const failure = refused(httpStatus, code === undefined ? {} : { code });
			expect('cause' in failure).toBe(cause !== undefined);
			expect(failure.cause).toBe(cause);
		}
	});
});

describe('An answer that does not tell', () => {
	test.each<[Extract<Said, { kind: 'unclear' }>['why'], RegExp]>([
		['serverError', /^The service failed with HTTP 500$/],
		['redirect', /^The address answered with a redirect, .* \(HTTP 500\)$/],
		['noProof', /does not say whether it took the request \(HTTP 500\)$/],
		['webPage', /^A web page came back .* \(HTTP 500\)$/],
		['tooLarge', /too large to be read \(HTTP 500\)$/],
		['truncated', /broke off or is not readable \(HTTP 500\)$/],
		['contradictory', /speaks of a success and of a refusal: "no" \(code 5, HTTP 500\)$/],
	])('because of %s is unknown, and says why', (why, message) => {
		const verdict = { kind: 'unclear' as const, why, response: null, code: '5', words: 'no' };
		const failure = unclearFailure(500, verdict, SENDS);
		expect(failure.message).toMatch(message);
		expect(failure.httpStatus).toBe(500);
		const hint = why === 'redirect' ? "Check 'SMS Base URL' in the node's credential. " : '';
		expect(failure.advice).toBe(`${hint}${unknownAdvice(true)}`);
	});

	test('without words or a code names the status alone', () => {
		const verdict = { kind: 'unclear' as const, why: 'contradictory' as const, response: null };
		const message = "The service's answer speaks of a success and of a refusal (HTTP 200)";
		const advice = unknownAdvice(false);
		expect(unclearFailure(200, verdict, ASKS)).toMatchObject({ message, advice });
		const long = { ...verdict, words: 'x'.repeat(301) };
		expect(unclearFailure(200, long, ASKS).message).toContain(`: "${'x'.repeat(300)}…" (HTTP`);
	});

	const sent = (line: string, id = '') =>
		` If this answer means that it was sent, add under 'Answers' of the credential: ${line}, Means 'Accepted'${id}. If it was refused: the same with Means 'Rejected'.`;
	const rejected = (line: string) =>
		` If this answer means that it was refused, add under 'Answers' of the credential: ${line}, Means 'Rejected'. If it was sent: the same with Means 'Accepted'.`;
	const UNTOLD =
		" To tell what such an answer means, add under 'Answers' of the credential what shows it.";
	test.each<[Json, string, string]>([
		[
			{ Value: '8812345678', RetStatus: 1 },
			'{"Value":"8812345678","RetStatus":1}',
			sent("Field 'RetStatus', Value '1'", ", ID Field 'Value'"),
		],
		[
			{ Value: '0', RetStatus: 2, StrRetStatus: 'CreditNotEnough' },
			'{"Value":"0","RetStatus":2,"StrRetStatus":"CreditNotEnough"}',
			rejected("Field 'RetStatus', Value '2'"),
		],
		['Fine', 'Fine', sent("Field empty, Value 'Fine'")],
		['OK-123456', 'OK-123456', sent("Field empty, Value 'OK-*'")],
		['', 'it is empty', sent('Field empty, Value empty')],
		[{ status: '***', x: 'y'.repeat(61) }, `{"status":"***","x":"${'y'.repeat(61)}"}`, UNTOLD],
		[{ long: 'x'.repeat(400) }, `{"long":"${'x'.repeat(291)}…`, UNTOLD],
	])(
		'and proves nothing, such as %j, is shown, with the line to teach',
		(response, message, line) => {
			const verdict = { kind: 'unclear', why: 'unproven', response } as const;
			const failure = unclearFailure(200, verdict, SENDS);
			// What is long stands below the title, where it wraps.
			const isLong = JSON.stringify(response).length > 62;
			const below = isLong ? `It answered: ${message}. ` : '';
			const title = isLong ? 'it (HTTP 200)' : `it: ${message} (HTTP 200)`;
			expect(failure.message).toContain(title);
			expect(failure.advice).toBe(`${below}${unknownAdvice(true)}${line}`);
			const ofOne = unclearFailure(200, verdict, SENDS, false);
			expect(ofOne.advice).toBe(`${below}${unknownAdvice(true)}`);
			expect(unclearFailure(200, verdict, ASKS).advice).toBe(`${below}${unknownAdvice(false)}`);
		},
	);

	test('that is a page has a line where it is short', () => {
		const page = { kind: 'unclear', why: 'webPage', response: '<ok/>' } as const;
		expect(unclearFailure(200, page, SENDS).advice.slice(unknownAdvice(true).length)).toBe(
			sent("Field empty, Value '<ok/>'"),
		);
		const long = { ...page, response: `<html>${'x'.repeat(61)}` };
		expect(unclearFailure(200, long, SENDS).advice).toBe(unknownAdvice(true));
	});

	test('of a message may have been sent, and of a query may be asked again', () => {
		expect(unknownAdvice(true)).toMatch(
			/^It may have been sent\. .* by itself, unless 'Resend Unknown' is on\.$/,
		);
		expect(unknownAdvice(false)).toBe('Nothing was to be sent, so it is safe to run this again.');
	});
});

const UNKNOWN = /^It may have been sent\..* by itself, unless 'Resend Unknown' is on\.$/;
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
	[{ code: 'EX', syscall: 'connect' }, 'rejected', UNREACHED, /there\. \(EX\)$/],
	[{}, 'unknown', LOST, UNKNOWN],
	[{ code: 'ECONNRESET' }, 'unknown', LOST, /is on\. \(ECONNRESET\)$/],
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
