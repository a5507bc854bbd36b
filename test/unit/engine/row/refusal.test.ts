import {
	refusalFailure,
	unclearFailure,
	unknownAdvice,
} from '../../../../nodes/SmsVoiceGateway/row/refusal.ts';
import type { Json } from '../../../../nodes/SmsVoiceGateway/values/json.ts';

const refused = (httpStatus: number, said: { code?: string; words?: string } = {}, sends = true) =>
	refusalFailure(httpStatus, { kind: 'refused', ...said }, { sends, field: 'Call Base URL' });

const SENDS = { sends: true, field: 'SMS Base URL' };
const ASKS = { ...SENDS, sends: false };

const ANY =
	", and any of them may be the cause: with the 'Batch Size' 1 of 'Speed' only that one is refused.";

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

	const SAFE = 'Nothing was to be sent, so it is safe to run this again.';
	test.each([
		[{}, true, NOT_SENT],
		[{ words: 'no' }, true, 'It was not sent. Correct what the service names, then send it again.'],
		[
			{},
			false,
			`The service gave no reason: check the fields of this item, or ask your provider. ${SAFE}`,
		],
		[{ words: 'no' }, false, `Correct what the service names. ${SAFE}`],
	])('with %j to what sends (%j) advises: %s', (said, sends, advice) => {
		expect(refused(422, said, sends).advice).toBe(advice);
	});

	test.each([
		['1010', 1, 'The destination was refused. '],
		['1010', 2, `Refused together with 1 other row${ANY} The destination`],
		['17', 1200, `Refused together with 1,199 other rows${ANY} It was not`],
		[undefined, 3, `Refused together with 2 other rows${ANY} It was not`],
		['1006', 3, 'Refused together with 2 other rows. The credit of your account is used up. '],
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
	const PROVES =
		"The service's answer proves neither that it took the message nor that it refused it";
	const WORDS = 'The service answered in words, and not with what was asked for';
	const sent = unknownAdvice(true);
	const lesson = (means: string, place: string, id = '') => {
		const [one, other] = means === 'sent' ? ['Accepted', 'Rejected'] : ['Rejected', 'Accepted'];
		const then = means === 'sent' ? 'refused' : 'sent';
		const [before, behind] = means === 'sent' ? [id, ''] : ['', id];
		return `${sent} If this answer means that it was ${means}, add under 'Answers' of the credential: ${place}, Means '${one}'${before}. If it was ${then}: the same with Means '${other}'${behind}.`;
	};
	const NO_LINE = `${sent} To tell what such an answer means, add under 'Answers' of the credential what shows it.`;
	const shy = 'x'.repeat(60);

	test.each([
		[`${PROVES}: {"Ret":1} (HTTP 200)`, lesson('sent', "Field 'Ret', Value '1'"), { Ret: 1 }],
		[
			`${PROVES}: {"Ret":2,"s":"NotEnough"} (HTTP 200)`,
			lesson('refused', "Field 'Ret', Value '2'"),
			{ Ret: 2, s: 'NotEnough' },
		],
		[
			`${PROVES}: {"RetStatus":1,"Value":"8812345"} (HTTP 200)`,
			lesson('sent', "Field 'RetStatus', Value '1'", ", ID Field 'Value'"),
			{ RetStatus: 1, Value: '8812345' },
		],
		[
			`${PROVES}: {"state":"no","x":"8812345"} (HTTP 200)`,
			lesson('refused', "Field 'state', Value 'no'", ", ID Field 'x'"),
			{ state: 'no', x: '8812345' },
		],
		[`${PROVES}: queued? (HTTP 200)`, lesson('sent', "Field empty, Value 'queued?'"), 'queued?'],
		[`${PROVES}: it is empty (HTTP 200)`, lesson('sent', 'Field empty, Value empty'), ''],
		[`${PROVES}: [17] (HTTP 200)`, NO_LINE, [17]],
		[`${PROVES}: null (HTTP 200)`, NO_LINE, null],
		[`${PROVES}: it is empty (HTTP 200)`, NO_LINE, undefined],
		[`${PROVES}: ${shy} (HTTP 200)`, lesson('sent', `Field empty, Value '${shy}'`), shy],
		[`${PROVES} (HTTP 200)`, `It answered: ${shy}y. ${NO_LINE}`, `${shy}y`],
	])('is shown, and how to teach it: %s, %s', (message, advice, ...responses) => {
		for (const response of responses) {
			const verdict = { kind: 'unclear' as const, why: 'unproven' as const, response };
			expect(unclearFailure(200, verdict, SENDS)).toEqual({ message, advice, httpStatus: 200 });
		}
	});

	const HTML = '<html>';
	const PAGE = "A web page came back instead of the service's answer (HTTP 200)";
	type Why = Parameters<typeof unclearFailure>[1]['why'];
	test.each<[Why, Json, asked: typeof SENDS, isWhole: boolean, message: string, advice: string]>([
		// Of one row it may be a part.
		['unproven', { Ret: 1 }, SENDS, false, `${PROVES}: {"Ret":1} (HTTP 200)`, sent],
		['unproven', 'Hello', ASKS, true, `${WORDS}: Hello (HTTP 200)`, unknownAdvice(false)],
		['webPage', HTML, SENDS, true, PAGE, lesson('sent', `Field empty, Value '${HTML}'`)],
		['webPage', HTML + shy, SENDS, true, PAGE, sent],
		[
			'redirect',
			'',
			SENDS,
			true,
			'The address answered with a redirect, which is not followed because the password would go along (HTTP 200)',
			`Check 'SMS Base URL' in the node's credential. ${sent}`,
		],
		['serverError', { Ret: 1 }, SENDS, true, 'The service failed with HTTP 200', sent],
	])('is told of as %s: %j %j %s', (why, response, asked, isWhole, message, advice) => {
		const verdict = { kind: 'unclear' as const, why, response };
		const failure = unclearFailure(200, verdict, asked, isWhole);
		expect(failure).toEqual({ message, advice, httpStatus: 200 });
	});

	test('without words or a code names the status alone', () => {
		const verdict = { kind: 'unclear' as const, why: 'contradictory' as const, response: null };
		const message = "The service's answer speaks of a success and of a refusal (HTTP 200)";
		const advice = unknownAdvice(false);
		expect(unclearFailure(200, verdict, ASKS)).toMatchObject({ message, advice });
		const long = { ...verdict, words: 'x'.repeat(301) };
		expect(unclearFailure(200, long, ASKS).message).toContain(`: "${'x'.repeat(300)}…" (HTTP`);
	});
});
