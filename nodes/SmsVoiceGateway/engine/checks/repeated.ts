import type { IDataObject } from 'n8n-workflow';

import { hasFailed, type Result } from '../row/result';
import { nameIds } from '../row/ids';

/** How a tool's call ends that repeats one of the same agent run: with that one's end, and the word that it was not sent again. */
export function repeated(first: Result): Result {
	if (hasFailed(first)) {
		const message = `Not sent again, because the same call may have been sent earlier in this run. Then: ${first.failure.message}`;
		return { ...first, failure: { ...first.failure, message } };
	}
	const said = `The same was accepted earlier in this run${nameIds(first)}, so it was not sent again. Take it as done.`;
	const items = first.items.map((item) => ({
		...item,
		outcome: 'duplicate',
		warnings: [...((item.warnings ?? []) as IDataObject[]), said],
	}));
	return { outcome: 'duplicate', items: items as IDataObject[] };
}
