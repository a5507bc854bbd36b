import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Host } from '../../host/host';
import type { Failed } from '../row/result';

/**
 * The item of a failed row. For n8n's error output only `error` and `details`, and no `item.error`: the one shape that n8n
 * merges with the input row's own columns (n8n-core 2.40, handleNodeErrorOutput). In the regular output what is wrong, and
 * with whom, stands in the first columns of a table, and behind it the row's own `columns`, where they are its own: those of
 * a sheet. An object is none, such as the headers of a webhook's call, which nobody wants in the answer to it.
 */
export function failedItemOf(
	{ hasErrorOutput }: Host,
	{ outcome, failure }: Failed,
	item: number,
	columns: IDataObject = {},
): INodeExecutionData {
	const { destination, message: error, advice, code, httpStatus, retryAfter } = failure;
	const pairedItem = { item };
	if (hasErrorOutput) {
		const details = withoutGaps({ outcome, code, httpStatus, destination, retryAfter, advice });
		return { json: { error, details }, pairedItem };
	}
	const said = withoutGaps({ outcome, error, destination, advice, code, httpStatus, retryAfter });
	const own = Object.entries(columns).filter(
		([, value]) => typeof value !== 'object' || value === null,
	);
	return { json: { ...said, ...Object.fromEntries(own), ...said }, pairedItem };
}

const withoutGaps = (values: Record<string, string | number | undefined>): IDataObject =>
	Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
