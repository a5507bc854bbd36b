import type { IExecuteFunctions } from 'n8n-workflow';

/** Has n8n look at the signature of the run's link. n8n 1 does so only where the node that waits has asked for it. */
export function demandSignature(context: IExecuteFunctions): void {
	(context as { setSignatureValidationRequired?: () => void }).setSignatureValidationRequired?.();
}
