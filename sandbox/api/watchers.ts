/** Long enough to gather a burst into one event, short enough to look immediate. */
const GATHER_MS = 60;

/** Those who are told that something has changed; what it is, they ask. Costs nothing while nobody watches. */
export class Watchers {
	readonly #watchers = new Set<() => void>();
	#gathering = false;

	/** To be called after a change. Bound, so that it can be handed on. */
	readonly changed = (): void => {
		if (this.#watchers.size === 0 || this.#gathering) return;
		this.#gathering = true;
		setTimeout(() => {
			this.#gathering = false;
			for (const tell of this.#watchers) tell();
		}, GATHER_MS).unref();
	};

	/** Calls `tell` some time after changes, until the function it gives is called. */
	watch(tell: () => void): () => void {
		this.#watchers.add(tell);
		return () => this.#watchers.delete(tell);
	}
}
