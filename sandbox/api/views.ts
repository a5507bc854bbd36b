import type { Stage } from '../delivery/progress.ts';
import type { Delivery } from '../delivery/settings.ts';
import { destinationsOf } from '../request/destinations.ts';
import type { Item } from '../threads/item.ts';
import { isSpoilt, posted, stageOfItem } from '../threads/item.ts';
import type { Thread } from '../threads/threads.ts';
import type { Fields, RecordedRequest } from '../types.ts';
import { readableNumber } from './number.ts';
import { reasonOf } from './reason.ts';

/** One bubble. */
export interface ItemView {
	id: string;
	index: number;
	kind: 'sms' | 'voiceFile' | 'otp';
	destination: string;
	source?: string;
	text?: string;
	fileId?: string;
	code?: string;
	scheduled?: string;
	/** The instant of `scheduled`, in milliseconds. */
	scheduledFor?: number;
	sendToBlacklist?: number;
	/** In milliseconds since 1970. */
	at: number;
	requestId: string;
	taken: boolean;
	/** How far a text has come by now. */
	stage?: Stage;
	fault?: string;
	/** Why it was not taken. */
	reason?: string;
	encoding?: string;
	parts?: number;
	/** Where each part but the last ends, as an index into the text. */
	partEnds?: number[];
}

export interface RecipientView {
	destination: string;
	/** With spaces for the eye. */
	shown: string;
	count: number;
	unread: number;
	latest: ItemView;
}

export function itemView(item: Item, delivery: Delivery, now: number): ItemView {
	const { index, message, taken, request, parts } = item;
	const { id, kind, destination, source, message: text, fileId, code } = message;
	const { scheduled, sendToBlacklist, requestId } = message;
	const { at, scheduledFor } = posted(item, delivery);
	const stage = stageOfItem(item, delivery, now);
	const reason = taken ? undefined : reasonOf(request?.answer);
	return {
		...{ id, index, kind, destination, at, requestId, taken },
		...(source !== undefined && { source }),
		...(text !== undefined && { text }),
		...(fileId !== undefined && { fileId }),
		...(code !== undefined && { code }),
		...(scheduled !== undefined && { scheduled }),
		...(scheduledFor !== undefined && Number.isFinite(scheduledFor) && { scheduledFor }),
		...(sendToBlacklist !== undefined && { sendToBlacklist }),
		...(stage !== undefined && { stage }),
		...(request?.fault !== undefined && { fault: request.fault }),
		...(reason !== undefined && { reason }),
		...(parts && { encoding: parts.encoding, parts: parts.parts, partEnds: parts.ends }),
	};
}

export const recipientView = (
	{ destination, items, read }: Thread,
	latest: Item,
	delivery: Delivery,
	now: number,
): RecipientView => ({
	destination,
	shown: readableNumber(destination),
	count: items.length,
	unread: items.length - read,
	latest: itemView(latest, delivery, now),
});

/** One line of the list of requests. */
export interface RequestView {
	id: string;
	at: string;
	method: string;
	path: string;
	accepted: boolean;
	/** No answer yet. */
	underWay: boolean;
	status?: number;
	fault?: string;
	reason?: string;
	/** How many phones it was for, and the first of them. */
	destinations: number;
	destination?: string;
}

export function requestView(request: RecordedRequest, underWay: boolean): RequestView {
	const { id, at, method, path, accepted, status, fault } = request;
	const destinations = destinationsOf(request.fields as Fields);
	const [destination] = destinations;
	const reason = accepted ? undefined : reasonOf(request.answer);
	return {
		...{ id, at, method, path, accepted, underWay, destinations: destinations.length },
		...(destination !== undefined && { destination: destination.slice(0, 40) }),
		...(status !== undefined && { status }),
		...(fault !== undefined && { fault }),
		...(reason !== undefined && { reason }),
	};
}

/** More would only make the page slow; the whole is at `/_sandbox/requests`. */
const MOST_SHOWN = 200_000;

export interface WholeRequestView extends RequestView {
	headers: Record<string, string>;
	contentType: string;
	loginCorrect: boolean;
	/** The beginning of a very long one. */
	body: string;
	bodyLength: number;
	answer?: string;
	answerLength: number;
}

export function wholeRequestView(request: RecordedRequest, underWay: boolean): WholeRequestView {
	const { headers, contentType, loginCorrect, body, answer } = request;
	return {
		...requestView(request, underWay),
		...{ headers, contentType, loginCorrect },
		body: body.slice(0, MOST_SHOWN),
		bodyLength: body.length,
		...(answer !== undefined && { answer: answer.slice(0, MOST_SHOWN) }),
		answerLength: answer?.length ?? 0,
	};
}

/** Which of the filters fit a request: the delivery of a text is no property of its request. */
export function requestHasOutcome(request: RecordedRequest, outcome: string): boolean {
	if (outcome === 'accepted') return request.accepted;
	if (outcome === 'fault') return request.fault !== undefined;
	return outcome === 'refused' && !request.accepted && !isSpoilt(request);
}
