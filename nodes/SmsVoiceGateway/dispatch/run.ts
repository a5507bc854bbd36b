import type { IExecuteFunctions, IExecuteSingleFunctions } from 'n8n-workflow';

import { callerOf, isRunByEngine } from './caller';
import type { Lane } from './lane';
import { Round } from './round';
import type { Settled } from './settled';

/** One node run, or for a tool one run of its agent: what was accepted, or may have been, in any of its tries. */
export interface Run {
	memory: Map<string | number, Settled>;
	round?: Round;
	/** Lets a tool's calls through one at a time: a model asks for several at once, and they may be the same. */
	calls?: Lane;
	/** How many batches of a bulk have left. */
	batches: number;
	/** Unique keys that n8n's store could not free although their messages were refused. */
	stuckKeys: Set<string>;
}

/** By what lives as long as the run, then by the node's place there. */
const runs = new WeakMap<object, Map<string, Run>>();

/** The run that a hook belongs to. */
export function runOf(context: IExecuteFunctions | IExecuteSingleFunctions): Run {
	const { lives, place } = callerOf(context);
	let byPlace = runs.get(lives);
	if (byPlace === undefined) runs.set(lives, (byPlace = new Map<string, Run>()));
	let run = byPlace.get(place);
	if (run === undefined)
		byPlace.set(place, (run = { memory: new Map(), batches: 0, stuckKeys: new Set() }));
	return run;
}

/** The try that an item arrives in. An item that arrives a second time opens the next one. */
export function roundFor(context: IExecuteSingleFunctions, run: Run, width: number): Round {
	if (run.round === undefined || run.round.hasSeen(context.getItemIndex())) {
		run.round = new Round(itemCount(context), width);
	}
	return run.round;
}

function itemCount(context: IExecuteSingleFunctions): number {
	if (!isRunByEngine(context) || context.getNode().executeOnce === true) return 1;
	return context.getExecuteData().data.main?.[0]?.length ?? 1;
}
