import { plainDigits } from '../numbers/digits';
import { isJsonObject, type Json } from '../values/json';
import { idOf, isAccepting, LEAST_ID, plainName } from './readings';
import { ENVELOPE, signsIn, type Signs } from './signs';
import { IS_ID, IS_NUMBER } from './signOf';

/** What an answer has for one message. `small`: a number in the place of an ID that is too small to be believed. */
export interface Entry {
	value: Json;
	says: 'acceptance' | 'refusal' | 'nothing' | 'small';
	id?: string | undefined;
	signs?: Signs;
}

/** The same where nothing says that it stands in the place of one. */
const LEAST_BARE = 100_000;

/** The ID that a record names, by the better name: it may have one of its own besides. */
export function idIn(record: Json): string | undefined {
	const named = isJsonObject(record)
		? Object.entries(record).filter(([name, one]) => IS_ID.test(plainName(name)) && idOf(one))
		: [];
	return idOf((named.find(([name]) => plainName(name) !== 'id') ?? named[0])?.[1]);
}

/**
 * What an answer has for its messages, in their order: a list in one of its envelopes, or one ID in the place of a list; else
 * the record that names an ID. `least`: the least number that is an ID there.
 */
export function messagesIn(response: Json): { values: Json[]; source?: Json; least: number } {
	if (Array.isArray(response)) return { values: response, source: response, least: LEAST_BARE };
	const objects: Json[] = [response];
	const fields: Array<readonly [name: string, value: Json]> = [];
	for (const one of objects) {
		for (const [name, value] of isJsonObject(one) ? Object.entries(one) : []) {
			fields.push([plainName(name), value]);
			if (isJsonObject(value) && ENVELOPE.test(plainName(name))) objects.push(value);
		}
	}
	const list = fields.find(
		([name, one]) =>
			Array.isArray(one) && one.length > 0 && (ENVELOPE.test(name) || IS_ID.test(name)),
	);
	const record = objects.find((one) => idIn(one) !== undefined);
	const single =
		record === undefined
			? fields.find(([name, one]) => /^(?:data|result)$/.test(name) && idOf(one))
			: undefined;
	const [name = '', source = null] = list ?? single ?? [];
	if (source === null) return { values: record === undefined ? [] : [record], least: 1 };
	const least = IS_ID.test(name)
		? 1
		: /^(?:data|messages|calls)$/.test(name)
			? LEAST_ID
			: LEAST_BARE;
	return { values: [source].flat(), source, least };
}

/**
 * The same, judged. `isEach`: whether there is one for each number, in their order. `isOthers`: whether one names a number that
 * none was sent to. `id`: that of a record, where there is nothing else.
 */
export function entriesOf(response: Json, numbers: readonly string[]) {
	const own = numbers.map(sameNumber);
	const { values, source, least } =
		typeof response === 'string' ? behindWord(response, new Set(own)) : messagesIn(response);
	const none = { source, list: [], isEach: false, isOthers: false };
	if (source === undefined) return { ...none, id: idIn(values[0] ?? null) };
	const list = values.map((value) => entryOf(value, least));
	// A whole answer that is a list may begin with a code: [5, "credit is not enough"].
	const isCoded = least === LEAST_BARE && !list[0]?.signs && list[0]?.says !== 'acceptance';
	const named = list.flatMap(({ signs, value }, at) => {
		const number = signs === undefined ? undefined : numberIn(value);
		return number === undefined ? [] : [{ number, at }];
	});
	const asked = new Set(named.length === 0 ? [] : own);
	const isInOrder = named.every(({ number, at }) => own[at] === number);
	return {
		source,
		list,
		id: undefined,
		isEach: values.length === numbers.length && !isCoded && isInOrder,
		isOthers: named.some(({ number }) => !asked.has(number)),
	};
}

function entryOf(value: Json, least: number): Entry {
	if (typeof value !== 'object' || value === null) {
		const id = idOf(value, least);
		const isSmall = least === LEAST_ID && idOf(value) !== undefined;
		return { value, id, says: id !== undefined ? 'acceptance' : isSmall ? 'small' : 'nothing' };
	}
	const signs = signsIn(value, { numbers: 1, sends: true });
	// No record stands in the place of an ID that is named.
	signs.odd ||= least === 1;
	const { accepts, refuses, odd } = signs;
	const says =
		refuses && !speaksFor(signs)
			? 'refusal'
			: accepts && !refuses && !odd
				? 'acceptance'
				: 'nothing';
	return { value, signs, says, id: idIn(value) };
}

/** Whether something speaks of an acceptance, be it of some: by what proves one, or in words beside what refuses. */
export const speaksFor = ({ accepts, taken, praises }: Signs, inWords = true): boolean =>
	accepts || taken || (inWords && praises);

/** What stands behind a word of acceptance in a text that has nothing else (`OK`, `SENT 900001`); undefined for others. */
export function idsBehindWord(text: string): string[] | undefined {
	const [word = '', ...rest] = text.trim().split(/[\s:,;|]+/);
	return isAccepting(word) && rest.every((one) => idOf(one, LEAST_ID) !== undefined)
		? rest
		: undefined;
}

/** "success | 989120000000 | 7280147": the number is no id. */
function behindWord(text: string, own: ReadonlySet<string>): ReturnType<typeof messagesIn> {
	const ids = idsBehindWord(text) ?? [];
	return { values: ids.filter((id) => !own.has(sameNumber(id))), source: text, least: 1 };
}

/** The number that a record names. */
function numberIn(record: Json): string | undefined {
	const named = Object.entries(record ?? {}).find(
		([name, one]) => IS_NUMBER.test(plainName(name)) && one !== null && one !== '',
	);
	return named && sameNumber(String(named[1]));
}

/** Services write 0912…, 98912… and +98912… for one number: its last digits are the same. */
const sameNumber = (number: string): string =>
	plainDigits(number).replace(/\D/g, '').replace(/^0+/, '').slice(-10);
