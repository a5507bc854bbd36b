import type { IExecuteFunctions } from 'n8n-workflow';

import { InputProblem } from '../../values/inputProblem';
import { NUMBER } from '../../reply/webhook';
import type { Inputs } from '../reading/inputs';
import { baseOf, signedAddress } from '../signedAddress';

/** The link to the page of a question. */
export interface Link {
	address: string;
	/** The how-manieth question of the node in this execution it is, from 1. */
	number: number;
}

/** n8n 1 looks at a link's signature where the node that waits has asked for that; later ones always do. */
interface MayDemandSignature {
	setSignatureValidationRequired?: () => void;
}

/** The link of a run, which asks one question; or why there can be none, so that nothing may be sent. */
export function linkOf(
	{ items }: Inputs,
	overItems: IExecuteFunctions | undefined,
): Link | InputProblem {
	if (overItems === undefined) {
		return new InputProblem(
			"'Send and Wait' can't wait where n8n runs the node for one item at a time",
			"Nothing was sent. Run the node in a workflow's main flow, or as a tool or a human review of an AI Agent of version 3 or later.",
		);
	}
	if (items.length > 1) {
		return new InputProblem(
			`'Send and Wait' asks one question in a run, and ${items.length.toLocaleString('en-US')} items came in`,
			"Nothing was sent. To ask one after the other, put a Loop Over Items node before this one; to ask several people at once, put all their numbers into 'To' of one item.",
		);
	}
	const number = Number(overItems.evaluateExpression('{{ $runIndex }}', 0)) + 1;
	try {
		const query: Record<string, string> = number === 1 ? {} : { [NUMBER]: String(number) };
		const address = signedLink(overItems, query);
		(overItems as MayDemandSignature).setSignatureValidationRequired?.();
		return { number, address };
	} catch {
		return new InputProblem(
			"n8n gave no link for 'Send and Wait'",
			'Nothing was sent. Update n8n to 1.123 or later, and run the workflow in n8n itself.',
		);
	}
}

/** What stands in a path before n8n's own `/<webhook-waiting>/<execution>/<node>`: that of WEBHOOK_URL. */
const PREFIX = /^(.+?)(?:\/[^/]+){3}$/;

/**
 * The signed link of the execution. n8n signs the path with the prefix of WEBHOOK_URL, but checks the path that reaches it,
 * from which the proxy has taken the prefix: no such link works. So the path is signed as it reaches n8n (n8n-core 2.41 and
 * 1.123, getSignedResumeUrl; n8n, WaitingWebhooks.validateSignature).
 */
function signedLink(overItems: IExecuteFunctions, query: Record<string, string>): string {
	const link = new URL(overItems.getSignedResumeUrl(query));
	const [, prefix] = PREFIX.exec(link.pathname) ?? [];
	if (prefix === undefined) return link.href;
	const base = baseOf(overItems);
	base.pathname = base.pathname.slice(prefix.length);
	const signed = signedAddress(overItems, { webhookWaitingBaseUrl: base.href }, query);
	signed.pathname = `${prefix}${signed.pathname}`;
	return signed.href;
}
