import type { INodeProperties } from 'n8n-workflow';

import { BULK_READERS } from '../lib/wire';
import type { BulkMessage } from '../lib/wire';
import { reading } from '../request/reading';
import { rowDestination } from './destination';
import { message } from './message';
import { source } from './source';

/** 'Send to Blacklist': always sent, because the service acts as for 1 where it is absent. */
const sendToBlacklist: INodeProperties = {
	displayName: 'Send to Blacklist',
	name: 'sendToBlacklist',
	type: 'boolean',
	default: false,
	description: 'Whether the text also goes to recipients who have opted out of promotional texts',
};

/** The parameters of one row of a bulk, with the wire's field of each. */
const ROW: Array<{ field: keyof BulkMessage; property: INodeProperties }> = [
	{ field: 'source', property: source },
	{ field: 'destination', property: rowDestination },
	{ field: 'message', property: message },
	{ field: 'send_to_blacklist', property: sendToBlacklist },
];

/** As properties: their routing sends one row, where n8n runs the node without gathering rows. */
export const rowFields: INodeProperties[] = ROW.map(({ field, property }) => {
	const path = `data[0].${field}`;
	const read = reading(path, property.displayName, BULK_READERS[field]);
	return { ...property, routing: { send: { type: 'body', property: path, preSend: [read] } } };
});

/** As the gathering of rows reads them: parameter, its shown name, the wire's field and its reader. */
export const ROW_PARAMETERS = ROW.map(({ field, property: { name, displayName } }) => ({
	parameter: name,
	shown: displayName,
	field,
	read: BULK_READERS[field],
}));
