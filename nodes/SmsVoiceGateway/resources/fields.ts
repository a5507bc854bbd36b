import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

import type { defineOperation } from './defineOperation';

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
