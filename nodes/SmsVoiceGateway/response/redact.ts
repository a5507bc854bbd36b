import { isJsonObject } from '../lib/json';
import type { Json } from '../lib/json';
import type { RowVerdict, Said, Verdict } from './answer';
import { SHORTEST_NUMBER, finderFor, isDigits, plainNumber, readingsOf } from './findSecret';

/** What stands where a secret was. */
export const MASK = '***';

/** Deeper than any answer of a messaging service; what lies below is shown as text. */
const DEEPEST = 100;

/** A field in which a code may stand as a short number that has lost its zeros. */
const CODE_FIELD = /code|otp|pin|pass/i;

/** Members that repeat the login. */
const LOGIN_FIELD = /^(username|password)$/i;

/** More than the answers of a service have; an answer with other names in each record would fill the memory. */
const MOST_NAMES = 1000;

/** Removes secrets from what the service answered. */
export interface Redactor {
	text: (text: string) => string;
	json: (value: Json) => Json;
	verdict: (verdict: Verdict) => Verdict;
}

/**
 * A redactor for the password, and for the codes that a request must not show besides. Echoed `username` and
 * `password` fields are taken out, and a secret is masked in every text, however it is escaped or encoded. A short
 * or common password ("1234", "success") is masked only where it stands as a word of its own, so that message
 * ids, numbers and words that merely contain it stay whole; a code also where it is glued to a word.
 */
export function redactorFor(password: string, ...codes: string[]): Redactor {
	const known = [password, ...codes];
	const finders = known.flatMap((secret, index) =>
		secret === '' ? [] : [finderFor(secret, index > 0)],
	);
	const numbers = new Set(known.filter(isDigits).map(plainNumber));
	const text = (value: string) => masked(value, finders);

	/** What is shown of a member's name; undefined for a member that is not shown. */
	const nameOf = remembered((key) => (LOGIN_FIELD.test(key) ? undefined : text(key)));

	const number = (value: number, field: string): Json => {
		const digits = String(value);
		const isLong = digits.length >= SHORTEST_NUMBER || CODE_FIELD.test(field);
		return isLong && numbers.has(digits) ? MASK : value;
	};

	/** Whether nothing in a value is a secret, unless it is in its texts, which are gathered. */
	const isOpen = (value: Json, texts: string[], depth = 0, field = ''): boolean => {
		if (typeof value === 'string') texts.push(value);
		if (typeof value === 'number') return number(value, field) === value;
		if (typeof value !== 'object' || value === null) return true;
		if (depth >= DEEPEST) return false;
		if (!isJsonObject(value))
			return value.every((element) => isOpen(element, texts, depth + 1, field));
		return Object.entries(value).every(
			([key, member]) => nameOf(key) === key && isOpen(member, texts, depth + 1, key),
		);
	};

	const redacted = (value: Json, depth = 0, field = ''): Json => {
		if (typeof value === 'string') return text(value);
		if (typeof value === 'number') return number(value, field);
		if (typeof value !== 'object' || value === null) return value;
		if (depth >= DEEPEST) return text(asText(value));
		if (!isJsonObject(value)) return value.map((element) => redacted(element, depth + 1, field));
		const kept: Array<[string, Json]> = [];
		for (const [key, member] of Object.entries(value)) {
			const shown = nameOf(key);
			if (shown !== undefined) kept.push([shown, redacted(member, depth + 1, key)]);
		}
		return Object.fromEntries(kept);
	};

	const json = (value: Json): Json => {
		const texts: string[] = [];
		// Nearly every answer; in one pass over all its texts, between which a line break joins nothing.
		if (isOpen(value, texts)) {
			const all = texts.join('\n');
			if (text(all) === all) return value;
		}
		return redacted(value);
	};

	const said = <T extends Said>(given: T): T => {
		const { code, words } = { code: undefined, words: undefined, ...given };
		return {
			...given,
			...(code === undefined ? {} : { code: text(code) }),
			...(words === undefined ? {} : { words: text(words) }),
		};
	};

	const row = (given: RowVerdict): RowVerdict => ({
		...said(given),
		...(given.response === undefined ? {} : { response: json(given.response) }),
		ids: given.ids.filter((id) => text(id) === id),
	});

	const verdict = (given: Verdict): Verdict => {
		const response = json(given.response);
		const { rows } = given;
		// Of nearly every answer; what is said of its rows stands in it.
		if (rows === undefined || response === given.response) return { ...said(given), response };
		return { ...said(given), response, rows: rows.map(row) };
	};

	return { text, json, verdict };
}

/** What `read` makes of a name: members have the same few names in every record of an answer, and in every answer. */
function remembered<T>(read: (name: string) => T): (name: string) => T {
	const known = new Map<string, T>();
	return (name) => {
		if (known.has(name)) return known.get(name) as T;
		const made = read(name);
		if (known.size < MOST_NAMES) known.set(name, made);
		return made;
	};
}

/** A text with a mask in the place of what the finders find. */
function masked(text: string, finders: ReadonlyArray<ReturnType<typeof finderFor>>): string {
	const readings = readingsOf(text);
	const spans = finders.flatMap((find) => find(readings)).sort((a, b) => a.start - b.start);
	const pieces: string[] = [];
	let copied = 0;
	let end = -1;
	for (const span of spans) {
		if (span.start >= end) pieces.push(text.slice(copied, Math.max(copied, span.start)), MASK);
		end = Math.max(end, span.end);
		copied = end;
	}
	return pieces.join('') + text.slice(copied);
}

function asText(value: Json): string {
	try {
		return JSON.stringify(value);
	} catch {
		return '(nested too deeply to show)';
	}
}
