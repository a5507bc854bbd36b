import { DROPPED, json, refusal, type Answer, Refused, loginRefused } from '../answer.ts';
import { filled, flag, integer, isText, oneOf, type Check, type Shape } from '../settings.ts';
import type { Host } from '../types.ts';
import { FAMILY_NAMES, inFamily, type FamilyName } from './families.ts';

/** What goes wrong, by its kind. `accept: true` carries the request out before the faulty answer. */
export interface Settings {
	status: {
		status: number;
		body?: string;
		contentType?: string;
		retryAfter?: number;
		accept?: boolean;
	};
	/** `message` and `status` are those that the code was seen with, unless they are given. */
	refuse: { code: number; message?: string; status?: number };
	delay: { ms: number };
	drop: { when: 'before' | 'after' };
	truncate: object;
	html: { status?: number; accept?: boolean };
	redirect: { status: 301 | 302 | 303 | 307 | 308; location: string };
	unauthorized: object;
	tooManyRequests: { retryAfter?: number };
	raw: { body: string; contentType?: string; accept?: boolean };
	/** Answers as a service of another family does. */
	family: { family: FamilyName; refuse?: boolean };
}

export type FaultKind = keyof Settings;
type ActionOf<Kind extends FaultKind> = Kind extends unknown
	? { kind: Kind } & Settings[Kind]
	: never;
export type FaultAction = ActionOf<FaultKind>;

interface Kind<Given> {
	/** As a request that it struck is marked. */
	name: string;
	settings: Shape;
	/** Whether a message that the service would take is taken. */
	takes(given: Given): boolean;
	/** What the client gets. `honest` is the answer without the fault, undefined where nothing was carried out. */
	answer(given: Given, host: Host, honest: Answer | undefined): Answer;
}

/** A minute: longer than any client should wait. */
const MAX_DELAY_MS = 60_000;
const DAY_IN_SECONDS = 86_400;
const MAX_BODY = 1024 * 1024;
const HTML_PAGE =
	'<!DOCTYPE html>\n<html><head><title>Access denied</title></head><body><h1>Access denied</h1></body></html>\n';

const body: Check = [
	`must be text of at most ${MAX_BODY} characters`,
	(value) => isText(value) && value.length <= MAX_BODY,
];
const header: Check = [
	'must be printable ASCII text',
	(value) => isText(value) && /^[\x20-\x7e]+$/.test(value),
];
const status = integer(200, 599);
const retryAfter = { optional: integer(0, DAY_IN_SECONDS) };
const accept = { optional: flag };
const contentType = { optional: header };

const never = (): boolean => false;
const always = (): boolean => true;
const ifAccept = (given: { accept?: boolean }): boolean => given.accept === true;
const waiting = (seconds: number | undefined, answer: Answer): Answer =>
	seconds === undefined ? answer : { ...answer, headers: { 'retry-after': String(seconds) } };

/** Every fault: what it is called, what can be set, whether the message is taken, and what is answered. */
export const KINDS: { [Name in FaultKind]: Kind<Settings[Name]> } = {
	status: {
		name: 'another HTTP status',
		settings: { status, body: { optional: body }, contentType, retryAfter, accept },
		takes: ifAccept,
		answer({ status, body, contentType, retryAfter }, host) {
			const plain = refusal(host, new Refused(status, 'fault', status));
			const { body: usual, contentType: type } = plain;
			return waiting(retryAfter, {
				...plain,
				contentType: contentType ?? type,
				body: body ?? usual,
			});
		},
	},
	refuse: {
		name: 'refused',
		settings: {
			code: integer(0, 99_999),
			message: { optional: filled },
			status: { optional: status },
		},
		takes: never,
		answer: ({ code, message, status }, host) => refusal(host, new Refused(code, message, status)),
	},
	delay: {
		name: 'slow answer',
		settings: { ms: integer(0, MAX_DELAY_MS) },
		takes: always,
		answer: (_given, _host, honest = DROPPED) => honest,
	},
	drop: {
		name: 'connection dropped',
		settings: { when: oneOf('before', 'after') },
		takes: ({ when }) => when === 'after',
		answer: () => DROPPED,
	},
	truncate: {
		name: 'answer cut off',
		settings: {},
		takes: always,
		answer: (_given, _host, honest = DROPPED) => ({ ...honest, ending: 'truncated' }),
	},
	html: {
		name: 'web page instead of an answer',
		settings: { status: { optional: status }, accept },
		takes: ifAccept,
		answer: ({ status = 200 }) => ({
			status,
			body: HTML_PAGE,
			contentType: 'text/html; charset=utf-8',
		}),
	},
	redirect: {
		name: 'redirect',
		settings: { status: oneOf(301, 302, 303, 307, 308), location: header },
		takes: never,
		answer: ({ status, location }) => ({
			status,
			body: '',
			contentType: 'text/plain',
			headers: { location },
		}),
	},
	unauthorized: {
		name: 'login refused',
		settings: {},
		takes: never,
		answer: (_given, host) => refusal(host, loginRefused()),
	},
	tooManyRequests: {
		name: 'too many requests',
		settings: { retryAfter },
		takes: never,
		answer: ({ retryAfter }, host) => waiting(retryAfter, refusal(host, new Refused(429))),
	},
	raw: {
		name: 'another answer',
		settings: { body, contentType, accept },
		takes: ifAccept,
		answer({ body, contentType }) {
			const plain = json(200, body);
			return { ...plain, contentType: contentType ?? plain.contentType };
		},
	},
	family: {
		name: 'answer of another service',
		settings: { family: oneOf(...FAMILY_NAMES), refuse: { optional: flag } },
		takes: ({ refuse }) => refuse !== true,
		answer: ({ family }, host, honest = refusal(host, new Refused(1006))) =>
			inFamily(family, honest),
	},
};

/** The row of the table for a fault. */
export const kindOf = (action: FaultAction): Kind<FaultAction> =>
	KINDS[action.kind] as Kind<FaultAction>;

/** What a fault does, for the person who set it. */
export function effectOf(action: FaultAction): string {
	const { name, takes } = kindOf(action);
	const told = ['code', 'status', 'ms', 'when', 'retryAfter', 'location', 'family'];
	const details = Object.entries(action).filter(([key]) => told.includes(key));
	const more = details.map(([key, value]) => `${key} ${String(value)}`).join(', ');
	const taken = takes(action) ? 'Messages are taken.' : 'Nothing is sent.';
	return `${name}${more === '' ? '' : ` (${more})`}. ${taken}`;
}
