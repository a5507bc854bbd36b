import { type IExecuteFunctions, sleep } from 'n8n-workflow';

import { windowAt } from '../time/clock';
import type { Row } from '../row/row';
import { Keys, type Names, type State } from './keys';
import { rowsOf } from './n8nRows';
import { Slots } from './slots';
import { KeyStore } from './store';

/** ms between two tries to record what has ended, while n8n's database is away. */
const OUTAGE = [0, 250, 500, 1000, 2000, 4000, 8000, 16_000];

/** What becomes of a row: as its key, or `full` where a number of its has had its messages until then (epoch ms). */
export type Claim =
	{ state: State } | { state: 'full'; number: string; until: number; mayYet: boolean };

/** What is kept of rows over executions, and when. */
export interface Kept {
	/** What a row is kept under; undefined where it has no key. */
	namesOf(row: Row): Names | undefined;
	/** Names under which a row is in doubt that is sent once more: if it was accepted, they too were sent. */
	doubtedNamesOf(row: Row): readonly string[];
	/** How many messages a number may have within so many hours; 0: no limit. */
	maxPerNumber: number;
	perHours: number;
	/** Whether what may have been sent in this run is sent again in it. */
	resendUnknown: boolean;
}

/** What rows claim, before they leave, of what n8n keeps over executions: their keys, and slots of their numbers. */
export class Claims {
	private readonly context: IExecuteFunctions;
	private readonly kept: Kept;
	private readonly store: KeyStore;
	private readonly keys: Keys;
	private readonly slots: Slots;

	constructor(context: IExecuteFunctions, kept: Kept) {
		this.context = context;
		this.kept = kept;
		this.store = new KeyStore(rowsOf(context), String(context.getWorkflow().id));
		this.keys = new Keys(this.store, kept.resendUnknown);
		this.slots = new Slots(this.store, kept.maxPerNumber);
	}

	/** How many keys of earlier runs those of this run have pushed out. */
	get pushedOut(): number {
		return this.keys.pushedOut;
	}

	/**
	 * What becomes of rows of which no two have the same key; those that are ours have theirs and their slots until `end`, `doubt` or
	 * `giveBack`. Throws where n8n's store can't be used, and where the execution is stopped meanwhile.
	 */
	async claim(rows: readonly Row[]): Promise<Map<Row, Claim>> {
		const claims = new Map<Row, Claim>();
		const signal = this.context.getExecutionCancelSignal();
		const names = this.namesOf(rows);
		if (names.length === rows.length && (await this.keys.isUnchanged(names))) {
			for (const row of rows) claims.set(row, { state: 'busy' });
			return claims;
		}
		for (let open = rows; open.length > 0; open = open.filter((row) => !claims.has(row)))
			await this.store.exclusively(async () => {
				for (const [row, claim] of await this.claimSome(open)) claims.set(row, claim);
			}, signal);
		return claims;
	}

	/** Those of the rows whose messages were sent, by any execution; none is taken. Throws where n8n's store can't be used. */
	async sentOf(rows: readonly Row[]): Promise<Row[]> {
		const signal = this.context.getExecutionCancelSignal();
		const isSent = new Map<string, boolean>();
		const keys = this.namesOf(rows).map(([key]) => key);
		for (let open = keys; open.length > 0; open = keys.filter((key) => !isSent.has(key)))
			await this.store.exclusively(async () => await this.keys.look(open, isSent), signal);
		return rows.filter((row) => isSent.get(this.keyOf(row) ?? '') === true);
	}

	/** A row's message was sent. */
	end(row: Row): void {
		this.keys.end(this.keyOf(row) ?? '', this.kept.doubtedNamesOf(row));
		this.slots.end(row);
	}

	/** Nobody knows what became of a row's message. */
	doubt(row: Row): void {
		this.keys.doubt(this.keyOf(row) ?? '');
		this.slots.end(row);
	}

	/** Whether this run left a row in doubt, and no other; undefined where it has no key. */
	hasDoubt(row: Row): boolean | undefined {
		const key = this.keyOf(row);
		return key === undefined ? undefined : this.keys.doubtful.has(key);
	}

	/** Rows were not sent: they have no key and no slot any more. Throws where n8n's store can't be used. */
	async giveBack(rows: readonly Row[]): Promise<void> {
		this.keys.giveBack(
			rows.flatMap((row) => this.keyOf(row) ?? []),
			this.slots.giveBack(rows),
		);
		await this.settle();
	}

	/** Records what has ended. Throws where n8n's store can't be used. */
	async record(): Promise<void> {
		if (this.keys.unrecorded > 0) await this.settle();
	}

	/** Gives back what is left, and records what has ended, as long as an outage of the database may take. Never throws. */
	async close(): Promise<void> {
		this.keys.giveBack();
		for (const wait of OUTAGE) {
			if (!this.keys.isOpen) return;
			await sleep(wait);
			await this.settle().catch(() => undefined);
		}
		if (this.keys.unrecorded > 0)
			this.context.logger.warn(
				`${this.keys.unrecorded} keys of messages that were sent could not be recorded: a later run takes these for unknown`,
			);
	}

	/** What a row is known by in its run: of two rows with the same only one is taken at a time. */
	keyOf(row: Row): string | undefined {
		return this.kept.namesOf(row)?.[0];
	}

	private namesOf(rows: readonly Row[]): Names[] {
		return rows.flatMap((row) => {
			const names = this.kept.namesOf(row);
			return names === undefined ? [] : [names];
		});
	}

	/** The claims of as many of the rows as one holder of the store may look for. */
	private async claimSome(rows: readonly Row[]): Promise<Map<Row, Claim>> {
		const claims = new Map<Row, Claim>();
		const names = this.namesOf(rows);
		const states = names.length === 0 ? undefined : await this.keys.claim(names);
		for (const row of rows) {
			const key = this.keyOf(row);
			const state = key === undefined ? 'ours' : states?.get(key);
			if (state !== undefined) claims.set(row, { state });
		}
		const { maxPerNumber, perHours } = this.kept;
		if (maxPerNumber === 0) return claims;
		const { name, until } = windowAt(Date.now(), perHours, this.context.getTimezone());
		const { full, needless } = await this.slots.claim(
			rows.filter((row) => claims.get(row)?.state === 'ours'),
			name,
		);
		for (const { row, number, mayYet } of full)
			claims.set(row, { state: 'full', until, number, mayYet });
		this.keys.giveBack(
			full.flatMap(({ row }) => this.keyOf(row) ?? []),
			needless,
		);
		await this.keys.settle();
		return claims;
	}

	/** Records and takes out what there is, letting others in between. */
	private async settle(): Promise<void> {
		while (this.keys.isOpen) await this.store.exclusively(async () => await this.keys.settle());
	}
}
