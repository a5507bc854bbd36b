import type { IExecuteFunctions, IRunExecutionData } from 'n8n-workflow';

import { hostOf } from './host';

/** A call of a tool, as it runs once a review has approved it. */
export interface ReviewedTool {
	toolName: string;
	originalInput: unknown;
}

/**
 * The call that a review is about, from where n8n takes it when it runs the tool, and no model writes. It is in no type of a
 * context (n8n-core 2.41, requests-response); undefined where n8n keeps it elsewhere.
 */
export function reviewedTool(context: IExecuteFunctions): ReviewedTool | undefined {
	const { runExecutionData } = context as { runExecutionData?: Partial<IRunExecutionData> };
	const { name } = hostOf(context).node;
	const round = Number(context.evaluateExpression('{{ $runIndex }}', 0));
	const asked = (runExecutionData?.executionData?.nodeExecutionStack ?? [])
		.flatMap(({ metadata }) => metadata?.subNodeExecutionData?.actions ?? [])
		.find(({ nodeName, runIndex }) => nodeName === name && runIndex === round);
	return (asked?.action.metadata as { hitl?: ReviewedTool } | undefined)?.hitl;
}
