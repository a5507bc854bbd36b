import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { readVerdict } from '../response/verdict';
import { MASK, redactorFor } from '../response/redact';
import type { Redactor } from '../response/redact';
import type { Failure } from '../response/failure';
import { refusalFailure, unclearFailure, unknownAdvice } from '../response/refusal';
import { exchange } from './exchange';
import type { Exchange } from './exchange';
import type { Job } from './job';
import { withoutAnswer } from './ownFailures';
import type { Settled } from './settled';

/** Sends one job's request, or shows it in a dry run, and says how it ended. Never throws. */
export async function send(context: IExecuteSingleFunctions, job: Job): Promise<Settled> {
	if (job.dryRun) return { outcome: 'dryRun', items: [dryRun(job)] };
	const result = await exchange(context, job.makeRequest);
	const settled = settleSafely(job, result);
	if ('failure' in settled && job.destination !== undefined) {
		settled.failure.destination = job.destination;
	}
	return settled;
}

/** A fault of ours in reading an answer must not look like a request that never left. */
function settleSafely(job: Job, result: Exchange): Settled {
	try {
		return settle(job, result);
	} catch {
		return failed({
			outcome: 'unknown',
			message: "The service's answer could not be read",
			advice: unknownAdvice(job.operation.sends),
		});
	}
}

function settle(job: Job, result: Exchange): Settled {
	const { sends, toItems } = job.operation;
	if (result.kind === 'noAnswer') return failed(withoutAnswer(result.error, job.host, sends));
	const { httpStatus } = result.answer;
	// Before anything is taken out of it: an id, or a cut text, could hold what must not be shown.
	const verdict = redactorOf(job).verdict(readVerdict(result.answer));
	if (verdict.kind === 'refused') return failed(refusalFailure(httpStatus, verdict));
	if (verdict.kind === 'unclear') return failed(unclearFailure(httpStatus, verdict, sends));
	return { outcome: 'accepted', items: toItems(job, verdict.response) };
}

function redactorOf({ password, operation, body }: Job): Redactor {
	const fields = (operation.secretFields ?? []).map((field) => String(body[field] ?? ''));
	return redactorFor(password, ...fields);
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
