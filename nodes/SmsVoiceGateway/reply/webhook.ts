import type {
	IDataObject,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { isBlank } from '../values/inputProblem';
import {
	type Asked,
	donePage,
	HEADERS,
	LONGEST_ANSWER,
	noticePage,
	questionPage,
	type Sender,
} from './page';
import { wordsFor } from './words';

/** The query parameter of a link that names its question, where it is not the execution's first. */
export const NUMBER = 'n';

const address = (httpMethod: 'GET' | 'POST'): IWebhookDescription => ({
	name: 'default',
	httpMethod,
	responseMode: 'onReceived',
	responseData: '',
	path: '={{ $nodeId }}',
	restartWebhook: true,
	isFullPath: true,
});

/**
 * So long after an answer no other is let through: ms. n8n looks whether the run waits when a request begins, and reads its
 * answer when that has arrived: one that dawdles goes into a run that waits again by then, for whatever, and starts it from
 * the question once more. Node gives a request five minutes, and looks every half minute (http, `requestTimeout`). That n8n
 * still finds the run waiting is no proof that it does not go on: where as many run as may, it waits so for its turn
 * (`N8N_CONCURRENCY_PRODUCTION_LIMIT`; n8n 2.41, ActiveExecutions.add).
 */
const CLOSED_FOR = 6 * 60_000;

/** The questions that were answered just now, and when: epoch ms. In this module, as n8n gives a webhook nothing that processes share. */
const justAnswered = new Map<string, number>();

/**
 * Whether this is the first answer to a question: two at one moment, as by a double tap, both find the run waiting.
 */
function isFirst(question: string, now: number): boolean {
	for (const [other, at] of justAnswered) if (now - at >= CLOSED_FOR) justAnswered.delete(other);
	if (justAnswered.has(question)) return false;
	justAnswered.set(question, now);
	return true;
}

/** The addresses that n8n keeps for a waiting run of the node: those of its own nodes that send and wait. */
export const webhooks: IWebhookDescription[] = [address('GET'), address('POST')];

/** What n8n calls for every request to a link, while its run waits. n8n has checked the signature. */
export async function webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { method, headers } = this.getRequestObject();
	const sender: Sender = {
		title: '',
		words: wordsFor(headers['accept-language']),
	};
	try {
		sender.title = this.getWorkflow().name ?? '';
		const waiting = this.evaluateExpression('{{ $json }}', 0);
		const asked = askedIn(waiting);
		sender.asked = asked;
		sender.title = asked?.title ?? sender.title;
		const now = new Date();
		if (asked === undefined || !isOwnLink(this, asked) || !isInTime(asked, now)) {
			return say(this, 410, noticePage(sender.words.over, sender));
		}
		// Whatever looks at a link asks for it by GET, or HEAD: a messenger's preview, a scanner, a bot.
		if (method !== 'POST') return say(this, 200, questionPage(asked, sender));
		// n8n has none where it can't read a content type.
		const body: unknown = this.getBodyData();
		const answer = answerIn(body, asked);
		if (typeof answer !== 'object') {
			const notice = answer === undefined ? undefined : sender.words[answer];
			const { text } = (body ?? {}) as Record<string, unknown>;
			// As much as shows that it is too long.
			const given = typeof text === 'string' ? text.slice(0, 2 * LONGEST_ANSWER) : '';
			return say(this, 400, questionPage(asked, sender, notice, given));
		}
		if (!isFirst(`${this.getExecutionId()} ${asked.at}`, now.getTime())) {
			return say(this, 410, noticePage(sender.words.over, sender));
		}
		setHeaders(this);
		return {
			webhookResponse: donePage(saidOf(answer, asked), sender),
			workflowData: [[{ json: answered(waiting as object as Record<string, never>, answer, now) }]],
		};
	} catch {
		// What is thrown here would end the run, with all that it knows lost (n8n 2.41, webhook-helpers).
		return say(this, 500, noticePage(sender.words.failed, sender));
	}
}

/**
 * Whether a request came by the link of the question: of its round, and signed for this node. n8n 2 also lets through who
 * has any other link of the run, with the token and the node's id in place of the signature (n8n 2.41, parseSignatureParam);
 * such a path does not end with the node.
 */
function isOwnLink(context: IWebhookFunctions, { number }: Asked): boolean {
	const { [NUMBER]: round = 1 } = context.getQueryData() as Record<string, unknown>;
	const [path = ''] = context.getRequestObject().originalUrl.split('?');
	return Number(round) === number && decodeURIComponent(path).endsWith(`/${context.getNode().id}`);
}

function isInTime({ until }: Asked, now: Date): boolean {
	return until === undefined || now < new Date(until);
}

function saidOf(answer: { approved: boolean } | { text: string }, { buttons = [] }: Asked): string {
	if ('text' in answer) return answer.text;
	return buttons[answer.approved ? 0 : 1] ?? '';
}

/** Shows a page and lets the run wait on. */
function say(context: IWebhookFunctions, status: number, page: string): IWebhookResponseData {
	setHeaders(context);
	context.getResponseObject().status(status).send(page);
	return { noWebhookResponse: true };
}

function setHeaders(context: IWebhookFunctions): void {
	const response = context.getResponseObject();
	for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
}

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
