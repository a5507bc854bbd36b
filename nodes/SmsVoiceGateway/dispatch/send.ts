import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { readVerdict } from '../response/verdict';
import { redactorFor } from '../response/redact';
import type { Failure } from '../response/failure';
import { refusalFailure, unclearFailure } from '../response/refusal';
import { exchange } from './exchange';
import type { Exchange } from './exchange';
import type { Job } from './job';
import { withoutAnswer } from './ownFailures';
import type { Settled } from './settled';

/** Sends one job's request, or shows it in a dry run, and says how it ended. Never throws. */
export async function send(context: IExecuteSingleFunctions, job: Job): Promise<Settled> {
	if (job.dryRun) return { outcome: 'dryRun', items: [dryRun(job)] };
	const result = await exchange(context, job.makeRequest);
	const settled = settle(job, result);
	if ('failure' in settled) {
		const { text } = redactorFor(job.password);
		settled.failure.message = text(settled.failure.message);
		if (job.destination !== undefined) settled.failure.destination = job.destination;
	}
	return settled;
}

function settle(job: Job, result: Exchange): Settled {
	const { sends, toItems } = job.operation;
	if (result.kind === 'noAnswer') return failed(withoutAnswer(result.error, job.host, sends));
	const { httpStatus } = result.answer;
	const verdict = readVerdict(result.answer);
	if (verdict.kind === 'refused') return failed(refusalFailure(httpStatus, verdict));
	if (verdict.kind === 'unclear') return failed(unclearFailure(httpStatus, verdict, sends));
	const raw = verdict.response;
	const shown = redactorFor(job.password).json(raw);
	return { outcome: 'accepted', items: toItems(job, { raw, shown }) };
}

function failed(failure: Failure): Settled {
	return { outcome: failure.outcome, failure };
}

function dryRun(job: Job): IDataObject {
	const { body, draft, operation, url } = job;
	const shown = { ...body };
	for (const field of operation.secretFields ?? []) shown[field] = '***';
	return {
		outcome: 'dryRun',
		...operation.describe?.(job),
		request: { method: 'POST', url, format: draft.multipart ? 'multipart' : 'json', body: shown },
	};
}
