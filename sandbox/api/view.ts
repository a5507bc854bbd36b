import parsePhoneNumber from 'libphonenumber-js/min';

import { type Delivery, type Stage, progressOf } from '../delivery.ts';
import { type FaultAction, effectOf, kindOf } from '../faults/table.ts';
import { type Fault, identityOf } from '../faults/faults.ts';
import { type Parts, partsOf } from '../parts.ts';
import { PATHS } from '../paths.ts';
import { numbersIn, rowsOf } from '../request/fields.ts';
import { maskFields } from '../request/secrets.ts';
import type { State } from '../state.ts';
import type { RecordedMessage, RecordedRequest } from '../types.ts';

/** One bubble: an accepted message or call, or one that was not taken. */
export interface ItemView extends RecordedMessage {
	taken: boolean;
	/** How far a text has come by now. */
	stage?: Stage;
	parts?: Parts;
	/** The name of the fault that struck, and why it was not taken. */
	fault?: string;
	reason?: string;
}

/** One phone with what it got, the newest last. */
export interface PhoneView {
	destination: string;
	/** With spaces for the eye. */
	shown: string;
	items: ItemView[];
}

/** One line of the list of requests. */
export type RequestView = Pick<RecordedRequest, 'id' | 'at' | 'path' | 'accepted' | 'status'> &
	Pick<ItemView, 'fault' | 'reason'>;

/** A fault with what it does, and how often it has struck. */
export interface FaultView {
	fault: Fault;
	effect: string;
	struck: number;
}

/** All that the page shows. */
export interface View {
	/** How many there are, shown or not. */
	messages: number;
	requests: number;
	credit: number;
	delivery: Delivery;
	/** The one with the latest message first. */
	phones: PhoneView[];
	/** The newest first. */
	newest: RequestView[];
	faults: FaultView[];
	/** The instant at which the next text moves on by itself, if any. */
	movesAt?: number;
}

/** What is shown of each; a search finds the others. */
const MOST = 500;

const KINDS: Record<string, RecordedMessage['kind']> = {
	[PATHS.bulk]: 'sms',
	[PATHS.text]: 'sms',
	[PATHS.voiceFile]: 'voiceFile',
	[PATHS.code]: 'otp',
};

/** What a request that was not carried out was meant to send, as far as it can be read: right or wrong. */
function* meantBy({ id, at, path, fields }: RecordedRequest): Generator<RecordedMessage> {
	const kind = KINDS[path.split('?', 1)[0] ?? ''];
	if (kind === undefined) return;
	for (const row of rowsOf(fields).toReversed()) {
		const said = (name: string) => (typeof row[name] === 'string' ? { [name]: row[name] } : {});
		const { file_id: old, voice_id: file = old } = row;
		const common = { kind, requestId: id, at, ...said('source'), ...said('message') };
		const more = { ...said('scheduled'), ...said('code') };
		for (const number of numbersIn(row).filter((one) => one !== '')) {
			const destination = number.slice(0, 40);
			const meant = { ...common, ...more, id: `${id} to ${destination}`, destination };
			yield typeof file === 'string' ? { ...meant, fileId: file } : meant;
		}
	}
}

/** Why a request was refused, in the words of its answer; undefined where it says nothing. */
function reasonOf({ answer = '', accepted }: RecordedRequest): { reason?: string } {
	if (accepted) return {};
	try {
		const { meta, error } = JSON.parse(answer) as { meta?: unknown; error?: unknown };
		if (typeof error === 'string') return { reason: error };
		const { message, status } = (meta ?? {}) as Record<string, unknown>;
		return typeof message === 'string' ? { reason: `${message} (code ${String(status)})` } : {};
	} catch {
		return {};
	}
}

function faultOf({ fault }: RecordedRequest): { fault?: string } {
	if (fault === undefined) return {};
	const names = fault.split('+').map((kind) => kindOf({ kind } as FaultAction).name);
	return { fault: names.join(' and ') };
}

/** Everything meant for phones, the newest first: lazily, for who looks at a hundred thousand shows five hundred. */
function* itemsOf({ log, requests }: State): Generator<ItemView> {
	for (const entry of log.toReversed()) {
		if ('requestId' in entry) {
			const request = requests.get(entry.requestId);
			yield { ...entry, taken: true, ...(request && faultOf(request)) };
		} else
			for (const meant of meantBy(entry))
				yield { ...meant, taken: false, ...faultOf(entry), ...reasonOf(entry) };
	}
}

function requestView(request: RecordedRequest): RequestView {
	const { id, at, path, accepted, status = 0 } = request;
	return { id, at, path, accepted, status, ...faultOf(request), ...reasonOf(request) };
}

/** The first so many that fit. */
function take<T>(all: Iterable<T>, fits: (one: T) => boolean): T[] {
	const taken: T[] = [];
	for (const one of all) {
		if (fits(one)) taken.push(one);
		if (taken.length === MOST) break;
	}
	return taken;
}

const holds = (values: Array<string | undefined>, wanted: string): boolean =>
	values.some((value = '') => value.toLowerCase().includes(wanted));

/** What the page shows of the state at the instant `now`: the newest, or the newest that hold `search`. */
export function viewOf(state: State, search: string, now: number): View {
	const wanted = search.trim().toLowerCase();
	const number = /^\+?[\d\s()-]+$/.test(wanted) ? wanted.replace(/[\s()-]/g, '') : wanted;
	const items = take(
		itemsOf(state),
		({ destination, message, source, id, code, fileId, stage, reason }) =>
			destination.includes(number) ||
			holds([message, source, id, code, fileId, stage, reason], wanted),
	);
	const phones = new Map<string, PhoneView>();
	let movesAt = Infinity;
	for (const item of items) {
		const { destination, kind, message = '', taken } = item;
		const shown = readableNumber(destination);
		const phone = phones.get(destination) ?? { destination, shown, items: [] };
		phones.set(destination, phone);
		const progress = taken && kind === 'sms' ? progressOf(item, state.delivery, now) : undefined;
		movesAt = Math.min(movesAt, progress?.movesAt ?? Infinity);
		if (kind === 'sms') item.parts = partsOf(message);
		if (progress !== undefined) item.stage = progress.stage;
		phone.items.unshift(item);
	}
	const newest = take([...state.requests.values()].reverse(), ({ id, path, body, answer }) =>
		holds([id, path, body, answer], wanted),
	).map(requestView);
	return {
		messages: state.messages.length,
		requests: state.requests.size,
		credit: state.account.credit,
		delivery: state.delivery,
		phones: [...phones.values()],
		newest,
		// One that is used up goes by itself.
		faults: state.faults
			.filter(({ times }) => times !== 0)
			.map((fault) => ({
				fault: maskFields(fault, state.account.password) as Fault,
				effect: maskFields(effectOf(fault.fault), state.account.password) as string,
				struck: state.strikes.get(identityOf(fault)) ?? 0,
			})),
		...(movesAt < Infinity && { movesAt }),
	};
}

/**
 * A number with spaces where its country puts them; exactly as it came where that would change a digit. Without `+` it is one
 * of the service's home, Iran, if it can be, with or without its 0 or country code; else it begins with a country code.
 */
export function readableNumber(number: string): string {
	if (!/^\+?[0-9]{5,15}$/.test(number)) return number;
	const atHome = number.startsWith('+') ? undefined : parsePhoneNumber(number, 'IR');
	const parsed = atHome?.isValid() || number.startsWith('0') ? atHome : abroad(number);
	const forms = parsed && [parsed.formatNational(), parsed.formatInternational()];
	const written = forms?.flatMap((form) => [form, form.replace(/^[+0]/, '')]) ?? [];
	const isSame = (form: string) => form.replace(/[^\d+]/g, '') === number;
	return written.find(isSame) ?? number;
}

const abroad = (number: string) => parsePhoneNumber(number.replace(/^\+?/, '+'));
