import { decide, RESEND_AFTER_MS, UNKNOWN_AFTER_MS, type State } from './decide';

/** ms until a key in flight elsewhere is asked for again, at first; then twice as long each time. */
const ASK_AGAIN_MS = 250;

/** The keys that others have in flight, or had when they were killed: when to ask again, and when to wait no longer. */
export class OpenKeys {
	/** Since when each was found open, when to ask again, and how often its message was sent once more. */
	private readonly found = new Map<string, { since: number; next: number; resent: number }>();

	/** ms until the last of these keys is to be asked for again. */
	pauseFor(keys: readonly string[]): number {
		const now = Date.now();
		return Math.max(0, ...keys.map((key) => (this.found.get(key)?.next ?? 0) - now));
	}

	/** How often the message of a key was sent once more, as far as it was seen. */
	resent(key: string): number {
		return this.found.get(key)?.resent ?? 0;
	}

	/** A key that is in flight for certain: its time begins anew. */
	meet(key: string, resent = 0): State {
		const now = Date.now();
		this.found.set(key, { since: now, next: now + ASK_AGAIN_MS, resent });
		return 'busy';
	}

	/** What is to be done with a key of which n8n's store says `found`. */
	judge(key: string, found: Parameters<typeof decide>[0], again: boolean): State {
		const now = Date.now();
		const open = this.found.get(key) ?? { since: now, next: 0, resent: 0 };
		const waited = now - open.since;
		const state = decide(found, waited, again);
		if (state === 'busy') {
			const limit = open.since + (again ? RESEND_AFTER_MS : UNKNOWN_AFTER_MS);
			open.next = Math.min(now + Math.max(ASK_AGAIN_MS, waited), limit);
			this.found.set(key, open);
		}
		return state;
	}

	/** Whoever has the key next is waited for anew. */
	delete(key: string): void {
		this.found.delete(key);
	}
}
