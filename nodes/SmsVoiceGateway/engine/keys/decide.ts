/**
 * - `free`: its message may be sent.
 * - `used`: it was sent.
 * - `broken`: nobody knows whether it was sent.
 * - `busy`: it is in flight; ask again later.
 */
export type State = 'free' | 'used' | 'broken' | 'busy';

/** ms after which a message in flight elsewhere is not waited for any more: no proof that it was sent, nor that it was not. */
export const UNKNOWN_AFTER_MS = 60_000;

/** ms after which it may be sent again, if the user wants that: longer than a request of n8n takes (300 s). */
export const RESEND_AFTER_MS = 360_000;

/**
 * What becomes of a key, by what the store has of it: nothing; that its message was accepted; that nobody knows; or only
 * the key.
 *
 * | found | without *Resend Unknown* | with |
 * |---|---|---|
 * | new | free | free |
 * | ended | used | used |
 * | doubt | broken | free |
 * | open, for less than a minute | busy | busy |
 * | open, for longer | broken | busy, and free after 6 minutes |
 *
 * `waited`: ms since this run has seen it open. `again`: with *Resend Unknown*.
 */
export function decide(
	found: 'new' | 'ended' | 'doubt' | 'open',
	waited: number,
	again: boolean,
): State {
	if (found === 'new') return 'free';
	if (found === 'ended') return 'used';
	if (found === 'doubt') return again ? 'free' : 'broken';
	if (again) return waited < RESEND_AFTER_MS ? 'busy' : 'free';
	return waited < UNKNOWN_AFTER_MS ? 'busy' : 'broken';
}
