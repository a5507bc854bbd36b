import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import type { RequestOptions } from '../request/requestOptions';
import { forModel } from '../response/forModel';
import { isTool } from './caller';
import { CREDENTIAL } from './exchange';
import { fail, givesFailedItems } from './fail';
import { readJob } from './job';
import type { Job } from './job';
import { Lane } from './lane';
import type { Operation } from './operation';
import { loginOf } from './login';
import { Pace } from './pace';
import { atATime } from './parallel';
import { repeated } from './repeated';
import { roundFor, runOf } from './run';
import type { Run } from './run';
import type { Round } from './round';
import { send, showOnly } from './send';
import { notSent, flawed } from './ownFailures';
import { summarize } from './summary';
import { hasFailed, isToBeRemembered, standing } from './settled';
import type { Settled } from './settled';

/** Queries cost nothing and reach nobody; a few at a time spare the service a burst. */
const QUERIES_AT_A_TIME = 5;

type Pagination = (
	this: IExecutePaginationFunctions,
	request: DeclarativeRestApiSettings.ResultOptions,
) => Promise<INodeExecutionData[]>;

/**
 * The hook that performs an operation's request in n8n's place (`routing.operations.pagination`), and
 * the only way to the wire: it decides when, and whether, an item's request leaves.
 */
export function dispatch(operation: Operation): Pagination {
	return async function (request) {
		const run = runOf(this);
		const round = roundFor(this, run, operation.sends ? atATime(this) : QUERIES_AT_A_TIME);
		round.arrive(this.getItemIndex());
		round.login ??= this.getCredentials(CREDENTIAL).then(loginOf);
		const job = readJob(this, request, operation, await round.login);
		round.check(job.flaw !== undefined);
		const goesOn = givesFailedItems(this);
		const before = run.memory.get(job.memoryKey);
		const now = goesOn
			? await inTurn(this, job, run, round, goesOn)
			: await allOrNone(this, job, run, round);
		const settled = asTold(this, job, standing(before, now));
		round.settle(job.itemIndex, settled);
		logIfStopped(this, round);
		if (!hasFailed(settled)) {
			return settled.items.map((json) => ({ json, pairedItem: { item: job.itemIndex } }));
		}
		if (goesOn) return fail(this, settled.failure, job.itemIndex);
		// n8n throws the first error in item order: one that stands behind must be the one that is read.
		if (settled.outcome === 'notSent' && round.culprit) return [];
		// The others' results are part of the message, so it waits for them.
		await round.done();
		round.summary ??= summarize(round.settled);
		return fail(this, settled.failure, job.itemIndex, round.summary);
	};
}

/** An end as it comes out: for a tool, in words that its agent's model can act on. */
function asTold(context: IExecutePaginationFunctions, job: Job, settled: Settled): Settled {
	if (!isTool(context)) return settled;
	const end =
		isToBeRemembered(settled) && job.operation.sends && !job.left ? repeated(settled) : settled;
	if (!hasFailed(end)) return end;
	return { ...end, failure: forModel(end.failure, job.operation.sends) };
}

/** n8n keeps no output of a node that is stopped with its execution: its log is where this can be read. */
function logIfStopped(context: IExecutePaginationFunctions, round: Round): void {
	if (context.getExecutionCancelSignal()?.aborted && round.isSettled && !round.logged) {
		round.logged = true;
		const { name } = context.getNode();
		context.logger.warn(`"${name}" was stopped. ${summarize(round.settled).text}`);
	}
}

/** Stop mode: nothing leaves before every item has been checked, and nothing at all if one is wrong. */
async function allOrNone(
	context: IExecutePaginationFunctions,
	job: Job,
	run: Run,
	round: Round,
): Promise<Settled> {
	if ((await round.hasWrongItem()) && !job.flaw) return notSent('otherItemWrong');
	return await inTurn(context, job, run, round, false);
}

/** Waits for the item's turn and sends it, unless memory, an earlier failure or a stop says otherwise. */
async function inTurn(
	context: IExecutePaginationFunctions,
	job: Job,
	run: Run,
	round: Round,
	goesOn: boolean,
): Promise<Settled> {
	if (job.flaw) return flawed(job.flaw);
	const lane = isTool(context) && job.operation.sends ? (run.calls ??= new Lane(1)) : round.lane;
	await lane.enter();
	try {
		const remembered = run.memory.get(job.memoryKey);
		if (remembered && !(remembered.outcome === 'unknown' && job.resendUnknown)) {
			if (hasFailed(remembered)) round.stopped = true;
			return remembered;
		}
		if (round.stopped && !goesOn) return notSent('earlierFailed');
		round.pace ??= Pace.of(requestOptionsOf(context).batching);
		await round.pace.next(context.getExecutionCancelSignal());
		if (context.getExecutionCancelSignal()?.aborted) return notSent('stopped');
		job.left = !job.dryRun;
		const settled = job.dryRun ? showOnly(job) : await send(context, job);
		if (job.operation.sends && isToBeRemembered(settled)) run.memory.set(job.memoryKey, settled);
		// Set here and not only at the end of the hook: the next in line looks at it at once.
		if (hasFailed(settled)) round.stopped = true;
		return settled;
	} finally {
		lane.leave();
	}
}

function requestOptionsOf(context: IExecutePaginationFunctions): RequestOptions {
	return context.getNodeParameter('requestOptions', {}) as RequestOptions;
}
