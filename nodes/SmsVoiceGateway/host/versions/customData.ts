import type { IWorkflowDataProxyAdditionalKeys } from 'n8n-workflow';

import type { Context } from '../host';

/** The custom data of the execution; undefined where it has none. Not `context.customData`, which n8n 1 does not have. */
export const customDataOf = (context: Context) =>
	(context.getWorkflowDataProxy(0) as IWorkflowDataProxyAdditionalKeys).$execution?.customData;
