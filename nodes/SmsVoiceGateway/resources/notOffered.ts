import type { IExecutePaginationFunctions, INodePropertyRouting } from 'n8n-workflow';

import { isTool, nodeOf } from '../engine/caller';
import type { Context } from '../engine/caller';
import { fail } from '../engine/finish/fail';
import type { OverAllItems } from '../engine/overItems';
import type { Failure } from '../engine/row/failure';

/** `run`, but not for a tool that was given the operation all the same. */
export function notAsTool(run: OverAllItems): OverAllItems {
	return async function () {
		return isTool(this) ? [fail(this, refusal(this), 0)] : await run.call(this);
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
			return fail(this, refusal(this), this.getItemIndex());
		},
	},
};

function refusal(context: Context): Failure {
	const { resource, operation } = nodeOf(context).parameters;
	const outcome = 'rejected';
	if (isTool(context) && resource === 'sms' && operation === 'sendBulk') {
		return {
			outcome,
			message: "'Send Bulk' can't be used as a tool",
			advice:
				"Nothing was sent. Choose the operation 'Send' in this tool: each call then sends one text, to one number or to several. For many rows, run the node in a workflow's main flow.",
		};
	}
	return {
		outcome,
		message: `This node has no operation "${String(operation)}" of the resource "${String(resource)}"`,
		advice: "Nothing was sent. Choose 'Resource' and 'Operation' from their lists.",
	};
}
