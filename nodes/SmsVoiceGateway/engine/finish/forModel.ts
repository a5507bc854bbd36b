import type { IDataObject } from 'n8n-workflow';

import type { Host } from '../../host/host';
import { hasFailed, type Failed, type Result } from '../row/result';

/** What a model must know besides: its nature is to try again. */
export function forModel(failed: Failed, sends: boolean): Failed {
	if (!sends || failed.outcome !== 'unknown') return failed;
	const advice = `${failed.failure.advice} Don't repeat this call: tell the user.`;
	return { ...failed, failure: { ...failed.failure, advice } };
}

/**
 * A failure whose message says all: of an error n8n gives a model nothing else (n8n-core 2.40,
 * handleNodeExecutionError). It names no code such as ECONNRESET, see `isReplaced`.
 */
export function inOneMessage({ outcome, failure }: Failed): Failed {
	const advice = failure.advice.replace(/ \(E[A-Z_]+\)/g, '');
	const message = `${failure.message}. Outcome: ${outcome}. ${advice}`;
	return { outcome, failure: { ...failure, message, advice } };
}

/**
 * The item of a review that was not answered, with the reason where n8n looks for the words of a reviewer. Without, the
 * model is told that the user has declined (n8n-nodes-langchain 2.41, processHitlResponses). An answer takes its place.
 */
export function forReviewer({ isReview }: Host, item: IDataObject, reason: string): IDataObject {
	if (!isReview) return item;
	const chatInput = `This call was not reviewed, and the tool did not run: ${reason}. Tell the user, and don't repeat this call unless the user says so.`;
	return { ...item, data: { chatInput } };
}

/** Why nobody is asked by a review whose text ended so; undefined where somebody is. */
export function reasonOf(result: Result): string | undefined {
	if (hasFailed(result)) {
		const { message, advice } = result.failure;
		return `${message}. Outcome of its text: ${result.outcome}. ${advice}`.replace(/\.$/, '');
	}
	if (result.outcome === 'dryRun')
		return "its text was not sent, because 'Dry Run' is on or its number is none of the 'Test Numbers'";
	if (result.outcome === 'duplicate') return 'its text was sent before, and is not sent again';
	return undefined;
}
