/** One item of a node's output, as n8n stores it. */
export interface RunItem {
	json: Record<string, unknown>;
	pairedItem?: unknown;
	error?: unknown;
}

interface Told {
	message?: string;
	description?: string | null;
}

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

/**
 * Finds the execution in what `n8n execute` printed. `--rawOutput` does not keep log lines out, before or after it; but
 * the execution is printed with indentation, so it lies between a line `{` and a line `}`.
 */
export function readExecution(stdout: string): Execution | undefined {
	const text = /^\{$[^]*?^\}$/m.exec(stdout)?.[0];
	return text === undefined ? undefined : (JSON.parse(text) as Execution);
}

/** The items that a node's first run gave out at one of its outputs. */
export function itemsOf(execution: Execution, node: string, output = 0): RunItem[] {
	return execution.data.resultData.runData[node]?.[0]?.data?.main[output] ?? [];
}
