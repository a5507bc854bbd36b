import type { IExecuteFunctions, IExecuteSingleFunctions } from 'n8n-workflow';

import { Round } from './round';
import type { Settled } from './settled';

/** One node run: what was accepted, or may have been, in any of its Retry On Fail tries. */
export interface Run {
	memory: Map<string | number, Settled>;
	round?: Round;
	/** How many batches of a bulk have left. */
	batches: number;
	/** Unique keys that n8n's store could not free although their messages were refused. */
	stuckKeys: Set<string>;
}

/**
 * By the run's execute data, which is the same object for all items and all tries of one node run and
 * a new one in every loop iteration and execution (n8n-core 2.40), then by node: a tool shares its agent's.
 */
const runs = new WeakMap<object, Map<string, Run>>();

/** The run that a hook belongs to. */
export function runOf(context: IExecuteFunctions | IExecuteSingleFunctions): Run {
	const executeData = context.getExecuteData();
	const node = context.getNode().name;
	let byNode = runs.get(executeData);
	if (byNode === undefined) runs.set(executeData, (byNode = new Map<string, Run>()));
	let run = byNode.get(node);
	if (run === undefined)
		byNode.set(node, (run = { memory: new Map(), batches: 0, stuckKeys: new Set() }));
	return run;
}

/** Whether the node runs on items of its own; a tool is run by its agent, one call at a time. */
export function hasOwnItems(context: IExecuteSingleFunctions): boolean {
	return context.getExecuteData().node.name === context.getNode().name;
}

/** The try that an item arrives in. An item that arrives a second time opens the next one. */
export function roundFor(context: IExecuteSingleFunctions, run: Run, width: number): Round {
	if (run.round === undefined || run.round.hasSeen(context.getItemIndex())) {
		run.round = new Round(itemCount(context), width);
	}
	return run.round;
}

function itemCount(context: IExecuteSingleFunctions): number {
	if (!hasOwnItems(context) || context.getNode().executeOnce === true) return 1;
	return context.getExecuteData().data.main?.[0]?.length ?? 1;
}
