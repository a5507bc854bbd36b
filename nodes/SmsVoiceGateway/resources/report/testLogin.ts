import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { readNoAnswer } from '../../wire/transport';
import { InputProblem } from '../../lib/inputProblem';
import { CREDIT } from '../../wire/endpoint';
import { HOST_FIELD, readHosts } from '../../wire/hosts';
import { loginOf } from '../../engine/delivery/login';
import type { Login } from '../../engine/delivery/login';
import { readCredit } from '../../response/credit';
import { BLOCKED_ADVICE, refusalFailure } from '../../engine/row/refusal';
import { readVerdict } from '../../response/verdict';

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
	const { username, password } = data;
	const login = loginOf(data);
	if (login.problem !== undefined) {
		return refused(`${login.problem.message}. ${login.problem.advice}`);
	}
	// n8n gives a credential test this one function, deprecated elsewhere (n8n-core 2.40, CredentialTestContext).
	const { request } = this.helpers;
	try {
		const response = (await request({
			method: 'POST',
			uri: `${address}${CREDIT.path}`,
			headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
			body: JSON.stringify({ username, password }),
			json: false,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
			timeout: PATIENCE,
		})) as { statusCode: number; headers: Record<string, unknown>; body: unknown };
		return judge(address, response, login);
	} catch (error) {
		const { code, blocked, words } = readNoAnswer(error);
		if (blocked) return refused(`${words}. ${BLOCKED_ADVICE}`);
		return refused(
			`The service can't be reached at ${address}${code === '' ? '' : ` (${code})`}. Check '${HOST_FIELD.call}', and that this n8n can reach the address.`,
		);
	}
}

function judge(
	address: string,
	{
		statusCode,
		headers,
		body,
	}: { statusCode: number; headers: Record<string, unknown>; body: unknown },
	{ redactor, answers }: Login,
): INodeCredentialTestResult {
	const verdict = redactor.verdict(
		readVerdict(
			{
				httpStatus: statusCode,
				contentType: String(headers['content-type'] ?? ''),
				body: typeof body === 'string' ? body : JSON.stringify(body ?? ''),
				end: 'complete',
			},
			{ sends: true, rows: [['']], answers },
		),
	);
	// Any host may answer something: the login is taken where that is proven, or where a credit is told.
	const tellsCredit = verdict.kind === 'unclear' && verdict.why === 'unproven';
	if (verdict.kind === 'accepted' || (tellsCredit && readCredit(verdict.response) !== null))
		return { status: 'OK', message: 'The service took the login' };
	if (verdict.kind === 'unclear') {
		return refused(
			`${address} answered, but not as the service does (HTTP ${statusCode}). Check '${HOST_FIELD.call}'.`,
		);
	}
	const { message, advice, cause } = refusalFailure(statusCode, verdict);
	if (cause === 'credential-invalid' && verdict.words !== undefined) {
		return refused(`The login was refused: "${verdict.words}". Check username and password.`);
	}
	return refused(`${message}. ${advice}`);
}

function refused(message: string): INodeCredentialTestResult {
	return { status: 'Error', message };
}
