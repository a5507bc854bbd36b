import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IN8nHttpFullResponse,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { loginOf } from '../engine/runContext';
import { blockedAdvice, namedBy, refusalFailure, saidOf } from '../row/refusal';
import type { Answer } from '../service/answer';
import { codeOf, LOGIN_REFUSED } from '../service/codes';
import { readCredit } from '../service/entries';
import { readVerdict } from '../service/judge';
import { withoutUnseen } from '../text/wording';
import { InputProblem } from '../values/inputProblem';
import { toAnswer } from '../wire/exchange';
import { pause } from '../wire/pause';
import { CREDIT, HOST_FIELD, readHosts } from '../wire/target';
import { readNoAnswer } from '../wire/transport';
import { userName } from '../wire/withLogin';

/** The longest that the test waits: milliseconds. */
const PATIENCE = 20_000;

/**
 * Tests a credential: its base URLs, whether the call host is there, and whether it takes the login.
 * The credit endpoint takes nothing but the login and changes nothing.
 */
export async function testLogin(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const hosts = readHosts(data);
	for (const host of ['sms', 'call'] as const) {
		const base = hosts[host];
		if (base instanceof InputProblem) {
			return refused(`'${HOST_FIELD[host]}' ${base.message}. ${base.advice}`);
		}
	}
	const address = String(hosts.call);
	const password = String(data.password ?? '');
	const login = loginOf(data);
	if (login.problem !== undefined) {
		return refused(`${login.problem.message}. ${login.problem.advice}`);
	}
	// n8n gives a credential test this one function, deprecated elsewhere (n8n-core 2.40, CredentialTestContext).
	const { request } = this.helpers;
	const done = new AbortController();
	const late = new AbortController();
	// n8n's own time-out begins anew with each byte.
	const isLate = pause(PATIENCE, done.signal).then((): undefined => {
		late.abort();
		return undefined;
	});
	try {
		const asked = request({
			method: 'POST',
			uri: `${address}${CREDIT.path}`,
			headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
			body: JSON.stringify({ username: userName(data), password }),
			json: false,
			simple: false,
			resolveWithFullResponse: true,
			// Read here, with a bound, as every other answer.
			useStream: true,
			followRedirect: false,
			// Later than ours: it frees the connection.
			timeout: PATIENCE + 1000,
		}) as Promise<IN8nHttpFullResponse>;
		const answer = asked.then(async (response) => await toAnswer(response, late.signal));
		const inTime = await Promise.race([answer, isLate]);
		if (inTime === undefined) {
			answer.catch(() => undefined);
			return refused(
				`The service at ${address} did not answer within ${PATIENCE / 1000} seconds. Check '${HOST_FIELD.call}', and try it again.`,
			);
		}
		return resultOf(address, inTime, login, noteOn(password));
	} catch (error) {
		const { code, blocked, words } = readNoAnswer(error);
		if (blocked) return refused(`${words}. ${blockedAdvice(HOST_FIELD.call)}`);
		return refused(
			`The service can't be reached at ${address}${code === '' ? '' : ` (${code})`}. Check '${HOST_FIELD.call}', and that this n8n can reach the address.`,
		);
	} finally {
		done.abort();
	}
}

function resultOf(
	address: string,
	answer: Answer,
	{ redactor, answers }: ReturnType<typeof loginOf>,
	end: string,
): INodeCredentialTestResult {
	const { httpStatus } = answer;
	const verdict = redactor.verdict(readVerdict(answer, { sends: true, rows: [['']], answers }));
	// Any host may answer something: the login is taken where that is proven, or where a credit is told.
	const tellsCredit = verdict.kind === 'unclear' && verdict.why === 'unproven';
	if (verdict.kind === 'accepted' || (tellsCredit && readCredit(verdict.response, true) !== null))
		return { status: 'OK', message: `The service took the login${end === '' ? '' : `.${end}`}` };
	if (verdict.kind === 'unclear') {
		return refused(
			`${address} answered, but not as the service does (HTTP ${httpStatus}). Check '${HOST_FIELD.call}'.`,
		);
	}
	const { message, advice, code } = refusalFailure(httpStatus, verdict, {
		sends: false,
		field: HOST_FIELD.call,
	});
	const isLogin = codeOf(httpStatus, code) === LOGIN_REFUSED;
	if (isLogin && verdict.words !== undefined) {
		const login = `The login was refused: ${saidOf(verdict)} (${namedBy(httpStatus, code)})`;
		return refused(`${login}. Check username and password.${end}`);
	}
	return refused(`${message}. ${advice}${isLogin ? end : ''}`);
}

/** Says of a password that nobody sees all of it. It may be meant, and is sent as it is. */
function noteOn(password: string): string {
	const seen = withoutUnseen(password);
	if (seen === password) return '';
	const place = password.startsWith(seen) ? 'ends' : 'begins';
	const unseen = /[\r\n]/.test(password) ? 'a line end' : 'a blank, or a mark that nobody sees';
	return ` The password ${place} in ${unseen}: take it out if it was copied with the password.`;
}

function refused(message: string): INodeCredentialTestResult {
	return { status: 'Error', message };
}
