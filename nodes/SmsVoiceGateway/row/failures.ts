import { amount } from '../text/wording';
import { hoursInWords, nextOpening } from '../time/clock';
import { momentInWords } from '../time/schedule';
import type { Target } from '../wire/target';
import { type NoAnswer, outcomeWithoutAnswer } from '../wire/transport';
import type { Operation } from './operation';
import type { RunContext } from '../engine/runContext';
import { isScheduled, type Row } from './row';
import { blockedAdvice, unknownAdvice } from './refusal';
import { type Failed, notTried, rejected, type Result, unknown } from './result';

/** A row that is not sent, because its key was used before. */
export const duplicateOf = (row: Row, operation: Operation): Result => ({
	outcome: 'duplicate',
	items: [{ outcome: 'duplicate', ...operation.sentBefore?.(row, []) }],
	ids: [],
});

const NOT_SENT = {
	otherItemWrong: {
		message: 'Not sent, because another item of this run is wrong',
		advice: "Correct the rows whose outcome is 'rejected', then run again.",
	},
	earlierFailed: {
		message: 'Not sent, because an earlier item failed',
		advice: 'Solve what stopped the earlier item, then run the rest again.',
	},
	failuresInRow: {
		message: "Not sent, because as many requests failed in a row as 'Stop After Failures' allows",
		advice: 'Solve what made them fail, then run the items that were not sent again.',
	},
	stopped: {
		message: 'Not sent, because the execution was stopped',
		advice: 'Run the items that were not sent again.',
	},
} as const;

/** A row that was never tried, and why. */
export const notSent = (why: keyof typeof NOT_SENT): Failed => notTried(NOT_SENT[why]);

/** A row of a sheet in which nothing stands, between others: it has an item, so that their places stay. That is no failure. */
export const emptyRow = (): Result => ({
	outcome: 'notSent',
	items: [{ outcome: 'notSent', warnings: ['The row is empty'] }],
	ids: [],
});

/** A row with a number that has had as many messages as the user allows, and may have the next from `until` on (epoch ms). */
export function heldBack(
	{ number, until }: { number: string; until: number },
	{ maxPerNumber: most, perHours: hours }: { maxPerNumber: number; perHours: number },
	timeZone: string,
): Failed {
	const [messages, within] = [amount(most, 'message'), amount(hours, 'hour')];
	const why = `'Max per Number' allows ${number} ${messages} within ${within}`;
	return notYet(why, until, timeZone, ". To send more, raise 'Max per Number'.");
}

/** A row that a limit keeps back until then (epoch ms). */
const notYet = (why: string, until: number, timeZone: string, more: string): Failed =>
	notTried({
		message: `Not sent, because ${why}`,
		advice: `It may go from ${momentInWords(until, timeZone)} on${more}`,
		retryAfter: new Date(until).toISOString(),
	});

/** How a row ends that its hours keep back now (epoch ms); undefined where they don't, or the service itself is to send it later. */
export function outOfHours(
	{ fields }: Row,
	{ settings: { hours } }: RunContext,
	now: number,
): Failed | undefined {
	if (hours === undefined || isScheduled(fields)) return undefined;
	const opening = nextOpening(now, hours);
	if (opening === undefined) return undefined;
	const how = ': run it again then, for example by a Schedule Trigger.';
	return notYet(`'Time' allows ${hoursInWords(hours)}`, opening, hours.timeZone, how);
}

/** Rows that n8n could not record, for what reason (its words): sent without, they could be sent twice, or too often. */
export const keysUnavailable = (said: string, { key }: Row, isRetry: boolean): Failed => {
	const keeps = isRetry ? 'record that the execution is retried' : "count it for 'Max per Number'";
	return rejected({
		message: `Not sent, because n8n could not ${key === undefined ? keeps : "record it for 'Send Once'"}`,
		advice: `n8n says: ${said}. Run it again; a workflow that was never saved has to be saved first.`,
	});
};

/** A row that was not sent and whose key n8n could not free, for what reason (its words): its next try would be a duplicate. */
export const stillKept = ({ outcome, failure }: Failed, said: string): Failed => ({
	outcome,
	failure: {
		...failure,
		advice: `${failure.advice} Its unique key could not be freed (${said}): give the row another one before you send it again.`,
	},
});

/** A row of which an earlier execution does not say what became of it; without a key another retry of the same one. */
export const brokenOff = ({ key }: Row): Failed =>
	unknown({
		message:
			'Not sent again: an earlier execution may have sent this item, and broke off or had no certain answer',
		advice: `Look whether it arrived. To send it all the same, ${key === undefined ? "retry that execution with 'Resend Unknown', or run the row anew" : 'use another Key or Campaign'}.`,
	});

/** A row of which the execution that n8n retries knew no more. */
export const unknownBefore = (): Failed =>
	unknown({
		message: 'Not sent again: the execution that is retried could not tell whether it was sent',
		advice: `${unknownAdvice(true)} To send only the other rows, set 'On Error' of the node to continue, and retry with the saved workflow.`,
	});

/** A request that brought no answer: not sent for certain, or nobody knows. */
export function withoutAnswer(
	error: NoAnswer,
	{ host, field }: Pick<Target, 'host' | 'field'>,
	sends: boolean,
): Failed {
	if (error.heldBack) {
		const advice = error.blocked
			? blockedAdvice(field)
			: `Check '${field}' in the node's credential, and its allowed domains.`;
		return rejected({ message: `The request was not sent: ${error.words}`, advice });
	}
	// In the advice and not in the message: n8n replaces a message that holds such a code by a stock text,
	// which advises to send again.
	const named = error.code === '' ? '' : ` (${error.code})`;
	if (outcomeWithoutAnswer(error) === 'unknown')
		return unknown({
			message: lost(error.code, host),
			advice: `${unknownAdvice(sends)}${named}`,
		});
	return rejected({
		message: `The service can't be reached at ${host}`,
		advice: `Nothing was sent. Check '${field}' in the node's credential, and that this n8n can reach the address, or the proxy that leads there.${named}`,
	});
}

/** A fault of ours in reading an answer must not look like a request that never left. */
export const unreadable = (sends: boolean): Failed =>
	unknown({
		message: "The service's answer could not be read",
		advice: unknownAdvice(sends),
	});

/** Why no answer came, once the request may have been written. */
function lost(code: string, host: string): string {
	if (code === 'ERR_CANCELED') return `The execution was stopped before ${host} answered`;
	return /^(ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT)$/.test(code)
		? `The service at ${host} did not answer in time`
		: `The connection to ${host} was lost before an answer came`;
}
