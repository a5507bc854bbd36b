/** Keeps the last few results of slow looks, by a key that names everything they depend on. */
export class Remembered<T> {
	readonly #results = new Map<string, T>();
	readonly #most: number;

	constructor(most: number) {
		this.#most = most;
	}

	of(key: string, look: () => T): T {
		const before = this.#results.get(key);
		if (before !== undefined) return before;
		const result = look();
		const oldest = this.#results.keys().next().value;
		if (this.#results.size >= this.#most && oldest !== undefined) this.#results.delete(oldest);
		this.#results.set(key, result);
		return result;
	}
}
