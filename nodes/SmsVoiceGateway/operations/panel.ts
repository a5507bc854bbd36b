import {
	type IExecutePaginationFunctions,
	type INodeProperties,
	type INodePropertyOptions,
	type INodePropertyRouting,
	updateDisplayOptions,
} from 'n8n-workflow';

import { itemByItem, overItems } from '../engine/execute';
import { fail } from '../row/error';
import type { Operation } from '../row/operation';
import { type Failed, rejected } from '../row/result';
import { type Field, NOT_AS_TOOL } from '../fields/field';
import { type Host, hostOf } from '../host/host';
import { collectionOf } from '../options/options';
import { requestTo } from '../wire/target';

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
		fields: [
			...operation.fields.map(({ property }) => property),
			...(operation.parameters ?? []),
			...collectionOf(operation.options),
		],
		overAllItems: isTool ? run : notAsTool(run),
	};
}

/**
 * The fields of all operations, each once and shown for those that have it: n8n evaluates every property
 * of a node twice for every item, shown or not, so that a second one of the same name costs as much again.
 */
export function fieldsOf(
	operations: ReadonlyArray<ReturnType<typeof defineOperation>>,
): INodeProperties[] {
	return inOrder(operations.map(({ fields }) => fields)).flatMap((field) => {
		const having = operations.filter(({ fields }) => fields.includes(field));
		const show = {
			resource: [...new Set(having.map(({ resource }) => resource))],
			operation: having.map(({ option }) => option.value),
		};
		return updateDisplayOptions({ show }, [field]);
	});
}

/** All that some lists hold, each once, those of each list in its order. */
function inOrder(lists: INodeProperties[][]): INodeProperties[] {
	const all: INodeProperties[] = [];
	for (const list of lists) {
		let at = 0;
		for (const field of list) {
			const found = all.indexOf(field);
			if (found < 0) all.splice(at, 0, field);
			at = (found < 0 ? at : found) + 1;
		}
	}
	return all;
}

/** A resource's selector 'Operation', made from its operations; the first is the default. */
export function selectorOf(
	resource: string,
	operations: ReadonlyArray<ReturnType<typeof defineOperation>>,
): INodeProperties {
	// n8n's linter wants a default that is a name.
	const initial = operations[0]?.option.value ?? '';
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: operations.map(({ option }) => option),
		default: initial,
	};
}

/** What n8n runs over all input items, by operation. */
export function overAllItemsOf(operations: ReadonlyArray<ReturnType<typeof defineOperation>>) {
	return Object.fromEntries(
		operations.map(({ option, overAllItems }) => [String(option.value), overAllItems]),
	);
}

/** `run`, but not for a tool that was given the operation all the same. */
function notAsTool(run: ReturnType<typeof overItems>): typeof run {
	return async function () {
		const host = hostOf(this);
		return host.isTool ? [fail(host, refusal(host), 0)] : await run.call(this);
	};
}

/**
 * The routing of all operations, which each of them replaces. n8n takes nothing of an operation that it does not
 * know, or that is hidden here, and would send whatever comes of that, past the engine.
 */
export const REFUSE_OTHERS: INodePropertyRouting = {
	send: { paginate: true },
	operations: {
		async pagination(this: IExecutePaginationFunctions) {
			const host = hostOf(this);
			return fail(host, refusal(host), this.getItemIndex());
		},
	},
};

function refusal({ node, isTool }: Host): Failed {
	const { resource, operation } = node.parameters;
	if (isTool && resource === 'sms' && operation === 'sendBulk') {
		return rejected({
			message: "'Send Bulk' can't be used as a tool",
			advice:
				"Nothing was sent. Choose the operation 'Send' in this tool: each call then sends one text, to one number or to several. For many rows, run the node in a workflow's main flow.",
		});
	}
	return rejected({
		message: `This node has no operation "${String(operation)}" of the resource "${String(resource)}"`,
		advice: "Nothing was sent. Choose 'Resource' and 'Operation' from their lists.",
	});
}
