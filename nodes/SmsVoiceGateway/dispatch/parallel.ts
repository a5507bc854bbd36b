import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { readParallel } from '../lib/parallel';

/** How many items of the run may be sent at once, by its first item; 1 where that can't be read. */
export function atATime(context: IExecuteSingleFunctions): number {
	try {
		return readParallel(context.getNodeParameter('options.parallelRequests', 1));
	} catch {
		// The option's own hook reports it, with the item.
		return 1;
	}
}
