import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { Failure } from '../response/failure';
import { MASK, redactorFor } from '../response/redact';
import type { Redactor } from '../response/redact';
import { refusalFailure, unclearFailure, unknownAdvice } from '../response/refusal';
import { readVerdict } from '../response/verdict';
import { REQUEST_DEFAULTS } from '../wire/endpoint';
import { exchange } from '../wire/exchange';
import type { Exchange } from '../wire/exchange';
import { toForm } from '../wire/multipart';
import type { Target } from '../wire/target';
import type { Attempt } from './attempt';
import { withoutAnswer } from './failures';
import type { RowOf } from './row';

/** How a request ended: with the output items of each of its rows, or with a failure of all. */
export type Sent = { items: IDataObject[][] } | { failure: Failure };

/** Sends the request that `rows` share, the run's `batch`th, and says how it ended. Never throws. */
export async function send(
	rows: RowOf[],
	batch: number,
	target: Target,
	attempt: Attempt,
): Promise<Sent> {
	const { context, operation, login, settings } = attempt;
	const body = operation.toBody(rows);
	const [first] = rows;
	const makeRequest = (): IHttpRequestOptions => ({
		...REQUEST_DEFAULTS,
		...(first?.request ?? settings.request),
		...(target.allowedDomains === undefined ? {} : { allowedDomains: target.allowedDomains }),
		method: 'POST',
		baseURL: target.baseURL,
		url: target.path,
		body: first?.multipart === true ? toForm(body) : body,
	});
	const result = await exchange(context, makeRequest, login.credentials);
	try {
		return read(result, rows, body, batch, target, attempt);
	} catch {
		// A fault of ours in reading an answer must not look like a request that never left.
		return {
			failure: {
				outcome: 'unknown',
				message: "The service's answer could not be read",
				advice: unknownAdvice(operation.sends),
			},
		};
	}
}

function read(
	result: Exchange,
	rows: RowOf[],
	body: IDataObject,
	batch: number,
	target: Target,
	{ operation, login }: Attempt,
): Sent {
	const { sends, secretFields = [] } = operation;
	if (result.kind === 'noAnswer')
		return { failure: withoutAnswer(result.error, target.host, sends) };
	const { httpStatus } = result.answer;
	// Before anything is taken out of it: an id, or a cut text, could hold what must not be shown.
	const redactor: Redactor =
		secretFields.length === 0
			? login.redactor
			: redactorFor(
					String(login.credentials.password ?? ''),
					...secretFields.map((field) => String(body[field] ?? '')),
				);
	const verdict = redactor.verdict(readVerdict(result.answer));
	if (verdict.kind === 'refused') return { failure: refusalFailure(httpStatus, verdict) };
	if (verdict.kind === 'unclear') return { failure: unclearFailure(httpStatus, verdict, sends) };
	const items = operation.toItems(rows, verdict.response, batch);
	if (!sends) return { items };
	return { items: items.map((own) => own.map((item) => ({ outcome: 'accepted', ...item }))) };
}

/** The request that `rows` share, as a dry run shows it. */
export function show(rows: RowOf[], target: Target, { operation }: Attempt): IDataObject {
	const body = operation.toBody(rows);
	for (const field of operation.secretFields ?? []) body[field] = MASK;
	return {
		method: 'POST',
		url: `${target.baseURL}${target.path}`,
		format: rows[0]?.multipart === true ? 'multipart' : 'json',
		body,
	};
}
