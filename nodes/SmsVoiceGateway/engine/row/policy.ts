import type { Outcome } from '../../response/outcome';

/** What an outcome means for the next try of a run, n8n's Retry, and the key of 'Send Once'. */
interface Policy {
	/** Whether a later try sends the row again: `ifWanted` by *Resend Unknown*. */
	again: 'never' | 'ifWanted' | 'always';
	/** What becomes of its key, where it has one and was let through. */
	key: 'used' | 'inDoubt' | 'free';
}

/** Without proof of refusal nothing is sent again. */
export const POLICY: Readonly<Record<Outcome, Policy>> = {
	accepted: { again: 'never', key: 'used' },
	unknown: { again: 'ifWanted', key: 'inDoubt' },
	rejected: { again: 'always', key: 'free' },
	notSent: { again: 'always', key: 'free' },
	duplicate: { again: 'always', key: 'free' },
	dryRun: { again: 'always', key: 'free' },
};

/** Whether a message has left, or may have: a later try must not send it again, unless the user wishes it. */
export const hasLeft = ({ outcome }: { outcome: Outcome }): boolean =>
	POLICY[outcome].again !== 'always';
