import type { FamilyName } from '../../../sandbox/index.ts';
import {
	ALL_THAT_SEND,
	answering,
	CONTINUE,
	EVERY,
	outcomesOf,
	playVoiceFile,
	SEND,
	send,
	SEND_CODE,
	sendBulk,
	staged,
} from '../stage/index.ts';

// What an answer means is said in test/unit/service, and with which words in test/unit/engine/row; here it goes through the whole node.
const { sandbox, credentials, run, answerWith, check, table } = staged();

const ASMX = '<?xml version="1.0" encoding="utf-8"?>\n<string>OK *</string>';

describe('an answer of an unknown shape', () => {
	test.each([
		['[1,"two",null]', '[1,"two",null]'],
		['"taken"', 'taken'],
		['OK, but later', 'OK, but later'],
		['', 'it is empty'],
	])('proves nothing, and is shown: %s', async (body, shown) => {
		const fault = { kind: 'raw', body, contentType: 'text/plain', accept: true } as const;
		const reason = `…nor that it refused it: ${shown} (HTTP 200)`;
		const advice = expect.stringContaining("add under 'Answers' of the credential");
		for (const [, parameters] of ALL_THAT_SEND)
			await check(
				{ fault, node: CONTINUE, ends: '1 unknown', reason, json: [{ advice }] },
				parameters,
			);
	});

	// The sandbox's families of services: taken, taught, refused.
	test.each<[FamilyName, string, string, string[]]>([
		['retStatus', 'RetStatus', '1', ['unknown', 'accepted', 'unknown']],
		['codeFirst', '0', '0', ['unknown', 'accepted', 'unknown']],
		['returnEntries', 'entries.status', '1', ['unknown', 'accepted', 'rejected']],
		['aspNet', 'd', '{"data":["*"]}', ['unknown', 'accepted', 'unknown']],
		['asmx', '', ASMX, ['unknown', 'accepted', 'unknown']],
		['words', '', 'Message queued', ['unknown', 'accepted', 'unknown']],
	])('of the family %s is taught by %j = %j', async (family, field, value, outcomes) => {
		const taught = { answers: { answer: [{ field, value, means: 'accepted' }] } };
		for (const parameters of [send(), sendBulk(), playVoiceFile()]) {
			const ended: unknown[] = [];
			for (const [login, refuse] of [
				[{}, false],
				[taught, false],
				[taught, true],
			] as const) {
				sandbox().setFaults([{ fault: { kind: 'family', family, refuse } }]);
				const more = { node: CONTINUE, credentials: credentials(login) };
				ended.push(...outcomesOf((await run(parameters, more)).items));
			}
			expect(ended).toEqual(outcomes);
		}
	});
});

test.each(EVERY)(
	'a refusal inside an answer with HTTP 200 fails the item of %s',
	async (_, parameters) => {
		answerWith({ meta: { status: 1006, message: 'اعتبار کافی نیست' }, data: null });
		const { error } = await run(parameters);
		expect(error).toMatchObject({
			message: 'The service refused the request: "اعتبار کافی نیست" (code 1006, HTTP 200)',
			description:
				'The credit of your account is used up. Top up the account, then run what was refused again.',
			httpCode: '200',
		});
	},
);

const refused = (words: string, more: object) => ({
	ends: '1 rejected',
	json: [{ error: `The service refused the request: ${words}`, ...more }],
});
const going = { node: CONTINUE };

table('a refusal of a text', SEND, {
	'inside a 200 comes in the sandbox’s own envelope': {
		...going,
		fault: { kind: 'refuse', code: 1014, message: 'links are not allowed', status: 200 },
		...refused('"links are not allowed" (code 1014, HTTP 200)', {
			code: '1014',
			httpStatus: 200,
			destination: '09120000000',
			advice:
				"This sender number may not send links. Use a sender number that may, or take the link out of the text ('Send and Wait' needs one).",
		}),
	},
	// Taken, says the answer; and not, its status.
	'with a 429 that says that the message was taken is none, and nothing is sent again': {
		...going,
		fault: answering({ meta: { status: 200 }, data: [9001] }, 429),
		ends: '1 unknown',
		requests: 1,
	},
});

test('a refusal for lack of credit keeps back the rest in stop mode', async () => {
	sandbox().setAccount({ credit: 1 });
	const error = 'The service refused the request: "credit is not enough" (code 1006, HTTP 402)';
	const result = await check({ rows: 3, error, asks: '0 1' }, SEND);
	expect(result.error?.context).toMatchObject({ itemIndex: 1 });
});

const LOGIN = {
	login: { username: 'demo', password: 'another password' },
	error: 'The service refused the request: "username or password is wrong" (…',
	asks: '0',
	advice: 'The login was refused. Check username and password…',
};

table(
	'a refusal of the login',
	[
		['of a text', SEND],
		['of a call', SEND_CODE],
	],
	{
		'tells so, and the login is tried once': LOGIN,
	},
);
