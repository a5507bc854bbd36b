import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { itemByItem } from '../engine/itemByItem';
import type { Operation } from '../engine/operation';
import { overItems } from '../engine/overItems';
import type { Field } from '../fields/field';
import { NOT_AS_TOOL } from '../fields/notAsTool';
import { collectionOf } from '../options/options';
import { requestTo } from '../wire/endpoint';
import { notAsTool } from './notOffered';

/**
 * What the node's description and its custom operations take of an operation: the option with its routing, the fields to
 * put under it, and what n8n runs over all items. The name and the value of each field are among those of a row.
 */
export function defineOperation<F extends object>(
	operation: Operation<F> & {
		fields: ReadonlyArray<{ [N in keyof F & string]: Field<N, F[N]> }[keyof F & string]>;
	},
): {
	resource: Operation['resource'];
	option: INodePropertyOptions;
	fields: INodeProperties[];
	overAllItems: ReturnType<typeof overItems>;
} {
	const { resource, name, value, action, description, endpoint } = operation;
	const run = overItems(operation);
	const isTool = operation.asTool !== false;
	return {
		resource,
		option: {
			name,
			value,
			action,
			description,
			builderHint: { propertyHint: operation.builderHint },
			...(isTool ? {} : { displayOptions: NOT_AS_TOOL }),
			routing: {
				request: requestTo(endpoint),
				send: { paginate: true },
				operations: { pagination: itemByItem(operation) },
			},
		},
		fields: panelOf(operation),
		overAllItems: isTool ? run : notAsTool(run),
	};
}

/** What the panel shows for an operation, in its order. */
function panelOf(operation: Operation): INodeProperties[] {
	const { lead = [], fields, parameters = [], options } = operation;
	return [
		...lead,
		...fields.map(({ property }) => property),
		...parameters,
		...collectionOf(options),
	];
}
