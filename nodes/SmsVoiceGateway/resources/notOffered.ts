import type { IExecutePaginationFunctions, INodePropertyRouting } from 'n8n-workflow';

import { hostOf, type Host } from '../host/host';
import { fail } from '../engine/finish/error';
import type { overItems } from '../engine/overItems';
import { rejected, type Failed } from '../engine/row/result';

/** `run`, but not for a tool that was given the operation all the same. */
export function notAsTool(run: ReturnType<typeof overItems>): typeof run {
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
