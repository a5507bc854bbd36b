import type { IDataObject, IExecuteFunctions, IExecuteSingleFunctions } from 'n8n-workflow';

import { readVerdict } from '../response/verdict';
import { MASK, redactorFor } from '../response/redact';
import type { Redactor } from '../response/redact';
import type { Failure } from '../response/failure';
import { refusalFailure, unclearFailure, unknownAdvice } from '../response/refusal';
import { exchange } from './exchange';
import type { Exchange } from './exchange';
import type { Job, Outgoing } from './job';
import { withoutAnswer } from './ownFailures';
import type { Settled } from './settled';

/** Sends a request and says how it ended. Never throws. */
export async function send(
	context: IExecuteFunctions | IExecuteSingleFunctions,
	outgoing: Outgoing,
): Promise<Settled> {
	const result = await exchange(context, outgoing.makeRequest, outgoing.login.credentials);
	const settled = settleSafely(outgoing, result);
	if ('failure' in settled && outgoing.destination !== undefined) {
		settled.failure.destination = outgoing.destination;
	}
	return settled;
}

/** Shows an item's request in the place of sending it. */
export function showOnly(job: Job): Settled {
	return { outcome: 'dryRun', items: [dryRun(job)] };
}

/** A fault of ours in reading an answer must not look like a request that never left. */
function settleSafely(outgoing: Outgoing, result: Exchange): Settled {
	try {
		return settle(outgoing, result);
	} catch {
		return failed({
			outcome: 'unknown',
			message: "The service's answer could not be read",
			advice: unknownAdvice(outgoing.operation.sends),
		});
	}
}

function settle(outgoing: Outgoing, result: Exchange): Settled {
	const { sends, toItems } = outgoing.operation;
	if (result.kind === 'noAnswer') return failed(withoutAnswer(result.error, outgoing.host, sends));
	const { httpStatus } = result.answer;
	// Before anything is taken out of it: an id, or a cut text, could hold what must not be shown.
	const verdict = redactorOf(outgoing).verdict(readVerdict(result.answer, sends));
	if (verdict.kind === 'refused') return failed(refusalFailure(httpStatus, verdict));
	if (verdict.kind === 'unclear') return failed(unclearFailure(httpStatus, verdict, sends));
	return { outcome: 'accepted', items: toItems(outgoing, verdict.response) };
}

function redactorOf({ login, operation, body }: Outgoing): Redactor {
	const { secretFields = [] } = operation;
	if (secretFields.length === 0) return login.redactor;
	const secrets = secretFields.map((field) => String(body[field] ?? ''));
	return redactorFor(String(login.credentials.password ?? ''), ...secrets);
}

function failed(failure: Failure): Settled {
	return { outcome: failure.outcome, failure };
}

function dryRun(job: Job): IDataObject {
	const { body, draft, operation, url } = job;
	const shown = { ...body };
	for (const field of operation.secretFields ?? []) shown[field] = MASK;
	return {
		outcome: 'dryRun',
		...operation.describe?.(job),
		request: { method: 'POST', url, format: draft.multipart ? 'multipart' : 'json', body: shown },
	};
}
