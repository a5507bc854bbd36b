import type { IDataObject } from 'n8n-workflow';

import { isBlank } from '../values/inputProblem';

/** What a person was asked. It stands in the output, and all that the page shows comes from it. */
export interface Asked {
	/** Its number among the questions of the node in its execution, from 1: a link counts for its own only. */
	number: number;
	/** As it was written, without the link. */
	message: string;
	/** What stands above it, where that is not the workflow's name. */
	title?: string;
	/** The first approves, the second declines; none where a text is asked for. */
	buttons?: string[];
	/** When the text was accepted, and when the time is over: ISO 8601. */
	at: string;
	until?: string;
}

/** A text longer than this is no answer that anybody typed: characters. */
export const LONGEST_ANSWER = 10_000;

/** What comes out where nobody answers in time: n8n itself passes it on, and runs no node then. */
export function timedOut(item: IDataObject, asked: Asked): IDataObject {
	return { data: {}, ...item, asked, ended: 'timedOut' };
}

/** What comes out with an answer; `waiting` is what `timedOut` made. */
export function answered(waiting: IDataObject, answer: IDataObject, at: Date): IDataObject {
	const answeredAt = at.toISOString();
	return {
		...waiting,
		data: { ...answer, respondedAt: answeredAt },
		ended: 'answered',
		answeredAt,
	};
}

/** The question of an item that `timedOut` made; undefined of any other. */
export function askedIn(item: unknown): Asked | undefined {
	const { asked, ended } = (item ?? {}) as { asked?: Partial<Asked> | null; ended?: unknown };
	if (ended !== 'timedOut' || typeof asked !== 'object' || asked === null) return undefined;
	const { message, number } = asked;
	return typeof message === 'string' && typeof number === 'number' ? (asked as Asked) : undefined;
}

/** The answer that the page's form sent; undefined where it is none, and `'empty'` or `'long'` where the text can't be one. */
export function answerIn(
	body: unknown,
	{ buttons }: Asked,
): { approved: boolean } | { text: string } | 'empty' | 'long' | undefined {
	const { answer, text } = (body ?? {}) as Record<string, unknown>;
	if (buttons !== undefined) {
		if (answer === 'approve') return { approved: true };
		return answer === 'decline' && buttons.length > 1 ? { approved: false } : undefined;
	}
	if (answer !== 'text' || typeof text !== 'string') return undefined;
	// A form sends each new line as two characters.
	const given = text.replace(/\r\n?/g, '\n').trim();
	if (isBlank(given)) return 'empty';
	return given.length > LONGEST_ANSWER ? 'long' : { text: given };
}
