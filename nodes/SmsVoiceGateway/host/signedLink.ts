import type { IExecuteFunctions } from 'n8n-workflow';

/** What n8n's contexts have of their execution, and sign an address with; it is in no type (n8n-core 2.41). */
const additionalDataOf = (context: object) =>
	(context as { additionalData: { webhookWaitingBaseUrl: string; executionId?: string } })
		.additionalData;

/** An address of the node as n8n signs it, were its execution another one or its base another. */
function signedAddress(
	context: IExecuteFunctions,
	instead: Partial<ReturnType<typeof additionalDataOf>>,
	query: Record<string, string> = {},
): URL {
	const additionalData = { ...additionalDataOf(context), ...instead };
	const other = Object.create(context, {
		additionalData: { value: additionalData },
	}) as IExecuteFunctions;
	return new URL(other.getSignedResumeUrl(query));
}

/** What stands in a path before n8n's own `/<webhook-waiting>/<execution>/<node>`: that of WEBHOOK_URL. */
const PREFIX = /^(.+?)(?:\/[^/]+){3}$/;

/**
 * The signed link of the execution. n8n signs the path with the prefix of WEBHOOK_URL, but checks the path that reaches it,
 * from which the proxy has taken the prefix: no such link works. So the path is signed as it reaches n8n (n8n-core 2.41,
 * getSignedResumeUrl; n8n, WaitingWebhooks.validateSignature).
 */
export function signedLink(context: IExecuteFunctions, query: Record<string, string>): string {
	const link = new URL(context.getSignedResumeUrl(query));
	const [, prefix] = PREFIX.exec(link.pathname) ?? [];
	if (prefix === undefined) return link.href;
	const base = new URL(additionalDataOf(context).webhookWaitingBaseUrl);
	base.pathname = base.pathname.slice(prefix.length);
	const signed = signedAddress(context, { webhookWaitingBaseUrl: base.href }, query);
	signed.pathname = `${prefix}${signed.pathname}`;
	return signed.href;
}

/**
 * A secret that all processes of an n8n share and nobody sees: its signature of an address that no run has. The id of an
 * n8n is none: it stands in every workflow that is exported.
 */
export function secretOf(context: IExecuteFunctions): string {
	return signedAddress(context, { webhookWaitingBaseUrl: 'http://n8n', executionId: 'none' })
		.search;
}
