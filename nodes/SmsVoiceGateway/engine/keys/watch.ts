/** ms after which an execution that does not say that it is still there is taken for dead. */
const GRACE_MS = 6000;

/** ms until another execution's request is asked for again, at first; then twice as long each time. */
const ASK_AGAIN_MS = 250;

/** Keys whose messages are on their way in other executions, which may have died. */
export class Watch {
	private readonly keys = new Map<string, { since: number; next: number }>();

	has(key: string): boolean {
		return this.keys.has(key);
	}

	end(key: string): void {
		this.keys.delete(key);
	}

	/** ms until it is worth while to ask for these keys again. */
	waitFor(keys: string[]): number {
		const times = keys.flatMap((key) => this.keys.get(key)?.next ?? []);
		return Math.max(0, ...times.map((time) => time - Date.now()));
	}

	/** Whether a key's execution is dead: it was asked long ago, and has not answered. */
	isDead(key: string, hasAnswered: boolean): boolean {
		const now = Date.now();
		const watch = this.keys.get(key);
		if (watch === undefined || hasAnswered) {
			this.keys.set(key, { since: now, next: now + ASK_AGAIN_MS });
			return false;
		}
		if (now - watch.since >= GRACE_MS) return true;
		watch.next = Math.min(now + 2 * (now - watch.since), watch.since + GRACE_MS);
		return false;
	}
}
