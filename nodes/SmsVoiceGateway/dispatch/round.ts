import { Lane } from './lane';
import type { Login } from './login';
import type { Pace } from './pace';
import { hasFailed } from './settled';
import type { Settled } from './settled';
import type { Summary } from './summary';

/**
 * One try of a node run. Items arrive in order, all before the first request, because n8n starts them
 * together; where one never arrives (its expression threw, so that n8n has already ended the run in
 * stop mode) those that wait for it are never released, and nothing of them is sent.
 */
export class Round {
	readonly lane: Lane;

	readonly settled = new Map<number, Settled>();

	/** Set by the first failure in stop mode: nothing is sent any more. */
	stopped = false;

	/** Request Options → Batching, of the item that leaves first. */
	pace?: Pace;

	/** What became of every item, made once for all errors of the round. */
	summary?: Summary;

	/** Whether the log says what became of a stopped run. */
	logged = false;

	/** The login, asked for once: a promise that all items share lets them through in their order. */
	login?: Promise<Login>;

	private readonly seen = new Set<number>();

	private checkedCount = 0;

	private wrong = false;

	private readonly allChecked = gate();

	private readonly allDone = gate();

	private readonly expected: number;

	constructor(expected: number, width: number) {
		this.expected = expected;
		this.lane = new Lane(width);
	}

	hasSeen(itemIndex: number): boolean {
		return this.seen.has(itemIndex);
	}

	arrive(itemIndex: number): void {
		this.seen.add(itemIndex);
	}

	/** Notes that an item was checked, and whether something is wrong with it. */
	check(wrong: boolean): void {
		this.checkedCount++;
		if (wrong) this.wrong = true;
		if (this.checkedCount >= this.expected) this.allChecked.open();
	}

	/** When all items have been checked: whether one of them is wrong. */
	async hasWrongItem(): Promise<boolean> {
		await this.allChecked.opened;
		return this.wrong;
	}

	settle(itemIndex: number, settled: Settled): void {
		this.settled.set(itemIndex, settled);
		if (hasFailed(settled) && settled.outcome !== 'notSent') this.stopped = true;
		if (this.settled.size >= this.expected) this.allDone.open();
	}

	/** Whether an item is to blame for those that were not sent: not where the user stopped the run. */
	get culprit(): boolean {
		return this.wrong || this.stopped;
	}

	/** Whether every item that has arrived has ended. */
	get isSettled(): boolean {
		return this.settled.size >= this.seen.size;
	}

	/** Resolves when every item has ended. */
	async done(): Promise<void> {
		await this.allDone.opened;
	}
}

function gate() {
	let open: () => void = () => undefined;
	const opened = new Promise<void>((resolve) => {
		open = resolve;
	});
	return { open, opened };
}
