import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { Json } from '../values/json';
import type { Answer, Question, RowVerdict } from '../service/answer';
import { MASK, redactorFor } from '../service/mask';
import { refusalFailure, unclearFailure } from '../row/refusal';
import { readVerdict } from '../service/judge';
import { REQUEST_DEFAULTS, type Target } from '../wire/target';
import { exchange } from '../wire/exchange';
import { toForm } from '../wire/withLogin';
import type { ReadyContext, RunContext } from './runContext';
import { bodyOf, type Operation } from '../row/operation';
import { numbersIn, type Row } from '../row/row';
import { unreadable, withoutAnswer } from '../row/failures';
import { rejected, type Failed, type Result, unknown } from '../row/result';

/** Sends the request that `rows` share, the run's `batch`th, and gives each its result. Never throws. */
export async function send(
	rows: Row[],
	batch: number,
	runContext: ReadyContext,
): Promise<Map<Row, Result>> {
	const { operation, settings, target } = runContext;
	const { sends, secretFields } = operation;
	const answered = await ask(
		{
			body: bodyOf(rows, operation),
			multipart: settings.bodyFormat === 'multipart',
			target,
			sends,
			rows: rows.map(({ fields }) => numbersIn(fields)),
			secretFields,
		},
		runContext,
	);
	const forAll = (failed: Failed) => new Map(rows.map((row) => [row, failed]));
	if ('failure' in answered) return forAll(answered);
	try {
		return resultsOf(answered, rows, batch, target, operation);
	} catch {
		return forAll(unreadable(sends));
	}
}

/** An answer that takes a request, or judges its rows one by one. */
interface Answered {
	response: Json;
	httpStatus: number;
	rows: RowVerdict[];
}

/**
 * Sends a request, to which the credential adds the login, and judges its answer, in which there is no secret any more. Never
 * throws.
 */
export async function ask(
	outgoing: {
		body: IDataObject;
		multipart: boolean;
		target: Target;
		sends: boolean;
		/** The numbers of each row. */
		rows: Question['rows'];
		/** Where nothing depends on the answer: the longest that it is waited for, in milliseconds; then it is not asked again. */
		patience?: number | undefined;
		/** Fields of the body that are never shown. */
		secretFields?: readonly string[] | undefined;
	},
	{ context, login, settings }: RunContext,
): Promise<Answered | Failed> {
	const { body, multipart, target, sends, rows, patience, secretFields } = outgoing;
	const options = settings.request;
	const question: Question = { sends, rows, answers: login.answers };
	const makeRequest = (): IHttpRequestOptions => ({
		...REQUEST_DEFAULTS,
		...options,
		...(patience && { timeout: Math.min(patience, options.timeout ?? patience) }),
		...(target.allowedDomains === undefined ? {} : { allowedDomains: target.allowedDomains }),
		method: 'POST',
		baseURL: target.baseURL,
		url: target.path,
		body: multipart ? toForm(body) : body,
	});
	// A 429 proves that nothing was sent, unless its body says otherwise.
	const isRefused = (answer: Answer) =>
		patience === undefined && readVerdict(answer, question).kind === 'refused';
	try {
		const answer = await exchange(context, makeRequest, login.credentials, isRefused);
		if (!('httpStatus' in answer)) return withoutAnswer(answer, target, sends);
		const { httpStatus } = answer;
		// Before anything is taken out of it: an id, or a cut text, could hold what must not be shown.
		const verdict = redactorOf(body, secretFields, login).verdict(readVerdict(answer, question));
		const { response, rows: verdicts = [] } = verdict;
		if (verdict.kind === 'accepted' || verdicts.length > 0)
			return { response, httpStatus, rows: verdicts };
		const { field } = target;
		return verdict.kind === 'refused'
			? rejected(refusalFailure(httpStatus, verdict, { sends, field, rows: rows.length }))
			: unknown(unclearFailure(httpStatus, verdict, { sends, field }));
	} catch {
		return unreadable(sends);
	}
}

/** What keeps the secrets of a request out of sight: the password, and such fields of its body. */
export function redactorOf(
	body: object,
	secretFields: readonly string[] | undefined,
	{ redactor, credentials }: RunContext['login'],
) {
	if (secretFields === undefined) return redactor;
	const codes = secretFields.map((field) => String((body as IDataObject)[field] ?? ''));
	return redactorFor(String(credentials.password ?? ''), ...codes);
}

/** The result of each row of an answered request. */
function resultsOf(
	{ response, httpStatus, rows: verdicts }: Answered,
	rows: Row[],
	batch: number,
	{ field }: Target,
	operation: Operation,
): Map<Row, Result> {
	const { sends } = operation;
	let holder: IDataObject | undefined;
	// Once, at the first row that has it: each node behind this one copies what stands in an item.
	const withAnswerOnce = (item: IDataObject): IDataObject => {
		if (item.response !== response || (holder ??= item) === item) return item;
		return Object.fromEntries(Object.entries(item).filter(([name]) => name !== 'response'));
	};
	const all = operation.toItems(rows, response, batch, verdicts);
	const resultOf = (items: IDataObject[], said: RowVerdict | undefined): Result => {
		if (said?.kind === 'refused')
			return rejected(refusalFailure(httpStatus, said, { sends, field }));
		if (said?.kind === 'unclear')
			return unknown(unclearFailure(httpStatus, said, { sends, field }, false));
		return {
			outcome: 'accepted',
			items: items.map(withAnswerOnce),
			ids: said?.ids ?? [],
			batch,
		};
	};
	return new Map(rows.map((row, index) => [row, resultOf(all[index] ?? [], verdicts[index])]));
}

/** The request that `rows` share, as a dry run shows it. */
export function show(rows: Row[], { operation, target, settings }: ReadyContext): IDataObject {
	const body = bodyOf(rows, operation);
	for (const field of operation.secretFields ?? []) body[field] = MASK;
	return {
		method: 'POST',
		url: `${target.baseURL}${target.path}`,
		format: settings.bodyFormat,
		body,
	};
}
