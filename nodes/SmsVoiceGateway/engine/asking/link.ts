import type { IExecuteFunctions } from 'n8n-workflow';

import { InputProblem } from '../../lib/inputProblem';
import { KEY, NUMBER } from '../../reply/webhook';
import type { Inputs } from '../reading/inputs';

/** The link to the page of a question. */
export interface Link {
	address: string;
	/** The how-manieth question of the node in this execution it is, from 1. */
	number: number;
	/** What the page wants to see in the link, where n8n's signature can't be in it. */
	key?: string;
}

/** n8n's name for a link's signature, and for the token that may stand in its place. */
const SIGNATURE = 'signature';

/** So many digits of a signature make a key: nobody tries 2^64 links. */
const KEY_DIGITS = 16;

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
			"Nothing was sent. To ask one after the other, put a Loop Over Items node before this one; to ask several people at once, put all their numbers into 'Destination' of one item.",
		);
	}
	const number = Number(overItems.evaluateExpression('{{ $runIndex }}', 0)) + 1;
	try {
		const query: Record<string, string> = number === 1 ? {} : { [NUMBER]: String(number) };
		const signed = new URL(overItems.getSignedResumeUrl(query));
		if (isBelowPrefix(signed)) return { number, ...keyed(signed, overItems) };
		(overItems as MayDemandSignature).setSignatureValidationRequired?.();
		return { number, address: signed.href };
	} catch {
		return new InputProblem(
			"'Send and Wait' got no link from this n8n",
			'Nothing was sent. Update n8n to 1.123 or later, and run the workflow in n8n itself.',
		);
	}
}

/** Whether the path begins before n8n's own `/<webhook-waiting>/<execution>/<node>`. */
const isBelowPrefix = ({ pathname }: URL) => pathname.split('/').length > 4;

/**
 * A link for an n8n behind a path prefix. n8n signs the path with the prefix of WEBHOOK_URL, but checks the path that
 * reaches it, from which the proxy has taken the prefix: no such link works (n8n-core, getSignedResumeUrl; n8n,
 * WaitingWebhooks.validateSignature). n8n 2 also takes the execution's token with the node's id behind it; n8n 1 looks
 * at nothing unless it was asked to. Neither tells one question from another, so the page wants part of the signature.
 */
function keyed(signed: URL, overItems: IExecuteFunctions): Omit<Link, 'number'> {
	const key = (signed.searchParams.get(SIGNATURE) ?? '').slice(0, KEY_DIGITS);
	const resume = new URL(String(overItems.evaluateExpression('{{ $execution.resumeUrl }}', 0)));
	const token = resume.searchParams.get(SIGNATURE);
	const [, path = '', node = ''] = /^(.*)\/([^/]*)$/.exec(signed.pathname) ?? [];
	const query = `${KEY}=${key}`;
	return {
		key,
		address:
			token === null
				? `${signed.origin}${signed.pathname}?${query}`
				: `${signed.origin}${path}?${SIGNATURE}=${token}/${node}&${query}`,
	};
}
