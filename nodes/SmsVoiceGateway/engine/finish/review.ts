import type { IDataObject } from 'n8n-workflow';

import type { Host } from '../../host/host';
import { hasFailed, type Result } from '../row/result';

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
		const { message, outcome, advice } = result.failure;
		return `${message}. Outcome of its text: ${outcome}. ${advice}`.replace(/\.$/, '');
	}
	if (result.outcome === 'dryRun')
		return "its text was not sent, because 'Dry Run' is on or its number is none of the 'Test Numbers'";
	if (result.outcome === 'duplicate') return 'its text was sent before, and is not sent again';
	return undefined;
}
