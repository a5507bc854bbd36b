/** Why an item failed, in the words the user reads. Holds nothing of the request but its destination. */
export interface Failure {
	outcome: 'rejected' | 'unknown' | 'notSent';
	message: string;
	advice: string;
	code?: string;
	httpStatus?: number;
	destination?: string;
	/** ISO 8601: when it may be sent, where only a limit of the user's keeps it back. That is no failure of the run. */
	retryAfter?: string;
	/** Only where the answer proves it: n8n shows fitting help. */
	cause?: 'credential-invalid' | 'quota-exhausted' | 'rate-limited';
}
