import { randomUUID } from 'node:crypto';

/** Long enough to gather a burst into one event, short enough to look immediate. */
const GATHER_MS = 40;

/** Tells those who watch that something has changed; what it is, they ask. Costs nothing while nobody watches. */
export class Feed {
	/** This start of the sandbox: a page that was open before has to begin anew. */
	readonly run = randomUUID();
	/** Goes up when everything before is gone: after a reset and a clear. */
	epoch = 0;
	/** Goes up with every change. */
	revision = 0;
	readonly #watchers = new Set<() => void>();
	#gathering = false;

	/** Names the present state; two that are equal saw the same. */
	get id(): string {
		return `${this.run}.${this.epoch}.${this.revision}`;
	}

	/** To be called after a change. Bound, so that it can be handed on. */
	readonly changed = (): void => {
		this.revision += 1;
		if (this.#watchers.size === 0 || this.#gathering) return;
		this.#gathering = true;
		setTimeout(() => {
			this.#gathering = false;
			for (const tell of this.#watchers) tell();
		}, GATHER_MS).unref();
	};

	/** To be called after everything was forgotten. */
	startedOver(): void {
		this.epoch += 1;
		this.changed();
	}

	/** Calls `tell` some time after changes, until the function it gives is called. */
	watch(tell: () => void): () => void {
		this.#watchers.add(tell);
		return () => this.#watchers.delete(tell);
	}
}
