import type { IExecuteFunctions } from 'n8n-workflow';

/** What n8n's contexts have of their execution, and sign an address with; it is in no type (n8n-core 2.41 and 1.123). */
interface Execution {
	webhookWaitingBaseUrl: string;
	executionId?: string;
}

interface HasExecution {
	additionalData: Execution;
}

/** Where n8n takes the answers of runs that wait, as WEBHOOK_URL has it. */
export function baseOf(context: IExecuteFunctions): URL {
	return new URL((context as unknown as HasExecution).additionalData.webhookWaitingBaseUrl);
}

/** An address of the node as n8n signs it, were its execution another one or its base another. */
export function signedAddress(
	context: IExecuteFunctions,
	instead: Partial<Execution>,
	query: Record<string, string> = {},
): URL {
	const { additionalData } = context as unknown as HasExecution;
	const other = Object.create(context, {
		additionalData: { value: { ...additionalData, ...instead } },
	}) as IExecuteFunctions;
	return new URL(other.getSignedResumeUrl(query));
}

/**
 * A secret that all processes of an n8n share and nobody sees: its signature of an address that no run has. The id of an
 * n8n is none: it stands in every workflow that is exported.
 */
export function secretOf(context: IExecuteFunctions): string {
	return signedAddress(context, { webhookWaitingBaseUrl: 'http://n8n', executionId: 'none' })
		.search;
}
