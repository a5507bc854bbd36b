import type { IExecuteFunctions } from 'n8n-workflow';

import { signedLink } from '../../host/signedLink';
import { InputProblem } from '../../values/inputProblem';
import { amount } from '../../text/amount';
import { NUMBER } from '../../reply/webhook';

/**
 * The link to the page of a run's one question, and the how-manieth of the node in this execution that is, from 1; or why
 * there can be none, so that nothing may be sent.
 */
export function linkOf(
	items: readonly number[],
	overItems: IExecuteFunctions | undefined,
): { address: string; number: number } | InputProblem {
	if (overItems === undefined) {
		return new InputProblem(
			"'Send and Wait' can't wait where n8n runs the node for one item at a time",
			"Nothing was sent. Run the node in a workflow's main flow, or as a tool or a human review of an AI Agent of version 3 or later.",
		);
	}
	if (items.length > 1) {
		return new InputProblem(
			`'Send and Wait' asks one question in a run, and ${amount(items.length)} items came in`,
			"Nothing was sent. To ask one after the other, put a Loop Over Items node before this one; to ask several people at once, put all their numbers into 'To' of one item.",
		);
	}
	const number = Number(overItems.evaluateExpression('{{ $runIndex }}', 0)) + 1;
	try {
		const query: Record<string, string> = number === 1 ? {} : { [NUMBER]: String(number) };
		return { number, address: signedLink(overItems, query) };
	} catch {
		return new InputProblem(
			"n8n gave no link for 'Send and Wait'",
			'Nothing was sent. Update n8n to 2.40 or later, and run the workflow in n8n itself.',
		);
	}
}
