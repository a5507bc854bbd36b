import type { INodeProperties } from 'n8n-workflow';

import { BULK_READERS } from '../lib/wire';
import type { BulkMessage } from '../lib/wire';
import { sendToBlacklist } from './bulk';
import { destination } from './destination';
import { message } from './message';
import { source } from './source';

/** The fields of one row of a bulk. Each names the wire's field in its routing. */
export const rowFields: INodeProperties[] = [source, destination, message, sendToBlacklist];

/** The same, as the gathering of rows reads them: parameter, shown name, the wire's field and its reader. */
export const ROW_PARAMETERS = rowFields.map(({ name, displayName, routing }) => {
	const field = routing?.send?.property as keyof BulkMessage;
	return { parameter: name, shown: displayName, field, read: BULK_READERS[field] };
});
