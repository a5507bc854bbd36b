import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Host } from '../../host/host';
import type { RunContext } from '../runContext';

/**
 * The item of a review that was not answered, with the reason where n8n looks for the words of a reviewer. Without, the
 * model is told that the user has declined (n8n-nodes-langchain 2.41, processHitlResponses). An answer takes its place.
 */
export function forReviewer(host: Host, item: IDataObject, reason: string): IDataObject {
	if (!host.isReview) return item;
	const chatInput = `This call was not reviewed, and the tool did not run: ${reason}. Tell the user, and don't repeat this call unless the user says so.`;
	return { ...item, data: { chatInput } };
}

/** The output of a review that waits for no answer, with the reason; any other output as it is. */
export function withReasons(
	items: INodeExecutionData[],
	{ host }: RunContext,
): INodeExecutionData[] {
	for (const item of items) {
		const reason = reasonOf(item.json);
		if (reason !== undefined) item.json = forReviewer(host, item.json, reason);
	}
	return items;
}

/** Why nobody is asked, of an output item; undefined where somebody is. */
function reasonOf({ error, outcome, advice = '' }: IDataObject): string | undefined {
	if (typeof error === 'string') {
		return `${error}. Outcome of its text: ${String(outcome)}. ${String(advice)}`.replace(
			/\.$/,
			'',
		);
	}
	if (outcome === 'dryRun')
		return "its text was not sent, because 'Dry Run' is on or its number is none of the 'Test Numbers'";
	if (outcome === 'duplicate') return 'its text was sent before, and is not sent again';
	return undefined;
}
