import type { Outcome } from './outcome';

/**
 * What an outcome means for the next try of a run, n8n's Retry, and the key of 'Send Once': whether a later try sends the
 * row `again` (`ifWanted` by *Resend Unknown*), and what becomes of its key, where it has one and was let through. Without
 * proof of refusal nothing is sent again.
 */
export const POLICY = {
	accepted: { again: 'never', key: 'used' },
	unknown: { again: 'ifWanted', key: 'inDoubt' },
	rejected: { again: 'always', key: 'free' },
	notSent: { again: 'always', key: 'free' },
	duplicate: { again: 'always', key: 'free' },
	dryRun: { again: 'always', key: 'free' },
} as const satisfies Record<
	Outcome,
	{ again: 'never' | 'ifWanted' | 'always'; key: 'used' | 'inDoubt' | 'free' }
>;

/** Whether a message has left, or may have: a later try must not send it again, unless the user wishes it. */
export const hasLeft = (result: { outcome: Outcome } | undefined): boolean =>
	result !== undefined && POLICY[result.outcome].again !== 'always';
