/** Things by their latest activity. Touching one takes no time; the list is tidied when it is read. */
export class Order<T extends object> {
	#touched: T[] = [];
	readonly #last = new Map<T, number>();

	touch(thing: T): void {
		this.#last.set(thing, this.#touched.length);
		this.#touched.push(thing);
	}

	get size(): number {
		return this.#last.size;
	}

	/** Each thing once, the latest at the end. */
	list(): readonly T[] {
		if (this.#touched.length > this.#last.size) {
			this.#touched = this.#touched.filter((thing, index) => this.#last.get(thing) === index);
			this.#touched.forEach((thing, index) => this.#last.set(thing, index));
		}
		return this.#touched;
	}
}
