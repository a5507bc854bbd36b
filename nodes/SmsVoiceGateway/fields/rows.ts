import type { INodeProperties } from 'n8n-workflow';

import { BULK_READERS } from '../lib/wire';
import type { BulkMessage } from '../lib/wire';
import { sendToBlacklist } from './bulk';
import { destination } from './destination';
import { message } from './message';
import { source } from './source';

/**
 * The fields of one row of a bulk. Each names the wire's field in its routing. They are properties of their own, shown by
 * 'Messages From': the editor keeps its value under other operations, where it must not hide the same fields of theirs.
 */
export const rowFields: INodeProperties[] = [
	source,
	{
		...destination,
		description:
			"The recipient's number, one for each row. Spaces, dashes, dots and brackets are taken out, and Persian digits become 0–9; nothing is added.",
	},
	message,
	sendToBlacklist,
].map((field) => ({ ...field, displayOptions: { show: { messagesFrom: ['inputItems'] } } }));

/** The same, as the gathering of rows reads them: parameter, shown name, the wire's field and its reader. */
export const ROW_PARAMETERS = rowFields.map(({ name, displayName, routing }) => {
	const field = routing?.send?.property as keyof BulkMessage;
	return { parameter: name, shown: displayName, field, read: BULK_READERS[field] };
});
