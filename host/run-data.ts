/** One item of a node's output, as n8n stores it. */
export interface RunItem {
	json: Record<string, unknown>;
	pairedItem?: unknown;
	error?: unknown;
}

type Told = { message?: string; description?: string | null };

/** One run of one node. */
export interface NodeRun {
	executionStatus: string;
	error?: Told;
	data?: { main: Array<RunItem[] | null> };
}

/** What n8n tells of a workflow's execution. */
export interface Execution {
	status: string;
	data: {
		resultData: {
			runData: Record<string, NodeRun[]>;
			lastNodeExecuted?: string;
			error?: Told;
		};
		/** What n8n would go on with. */
		executionData?: { nodeExecutionStack?: unknown[] };
	};
}

/** The items that a node's first run gave out at one of its outputs. */
export function itemsOf(execution: Execution, node: string, output = 0): RunItem[] {
	return execution.data.resultData.runData[node]?.[0]?.data?.main[output] ?? [];
}
