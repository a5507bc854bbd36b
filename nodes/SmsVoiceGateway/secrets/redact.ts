import { isJsonObject, type Json } from '../values/json';
import type { RowVerdict, Said, Verdict } from '../service/answer';
import { finderFor, plainNumber, readingsOf, shortestNumber } from './findSecret';

/** What stands where a secret was. */
export const MASK = '***';

/** Deeper than any answer of a messaging service; what lies below is shown as text. */
const DEEPEST = 100;

/** A field in which a code may stand as a short number that has lost its zeros. */
const CODE_FIELD = /code|otp|pin|pass/i;

/** Names under which an answer repeats the login. */
const LOGIN_FIELD = /^(username|password)$/i;

/** Longer than a list of a secret's digits, or bytes. */
const LONGEST_LIST = 4096;

/**
 * A redactor for the password, and for the codes that a request must not show besides. Echoed `username` and
 * `password` fields are taken out, and a secret is masked in every text, however it is escaped or encoded. A short
 * or common password ("1234", "success") is masked only where it stands as a word of its own, so that message
 * ids, numbers and words that merely contain it stay whole; a code also where it is glued to a word.
 */
export function redactorFor(password: string, ...codes: string[]) {
	const known = [password, ...codes];
	const finders = known.map((secret) => finderFor(secret, secret !== password));
	const shortest = new Map(
		known.map((secret) => [plainNumber(secret), shortestNumber(secret, secret !== password)]),
	);
	const text = (value: string) => masked(value, finders);

	const number = (value: number, field: string): Json => {
		const digits = String(value);
		const from = shortest.get(digits);
		if (from === undefined) return value;
		return digits.length >= from || CODE_FIELD.test(field) ? MASK : value;
	};

	/** Whether the elements of a list are, together, a secret's bytes, or the digits of a code. */
	const isSpelled = (list: readonly Json[]) =>
		list.length <= LONGEST_LIST &&
		list.every((one) => typeof one !== 'object' && /^\d{1,3}$/.test(String(one))) &&
		text(list.join(', ')).includes(MASK);

	const redacted = (value: Json, depth = 0, field = ''): Json => {
		if (typeof value === 'string') return text(value);
		if (typeof value === 'number') return number(value, field);
		if (typeof value !== 'object' || value === null) return value;
		if (depth >= DEEPEST) return text(asText(value));
		if (!isJsonObject(value)) {
			if (isSpelled(value)) return MASK;
			return value.map((element) => redacted(element, depth + 1, field));
		}
		const kept = Object.entries(value).filter(([key]) => !LOGIN_FIELD.test(key));
		return Object.fromEntries(
			kept.map(([key, member]) => [text(key), redacted(member, depth + 1, key)]),
		);
	};

	/** Gathers the texts of a value; false where something else in it is not to be shown as it is. */
	const gather = (value: Json, texts: Set<string>, depth = 0, field = ''): boolean => {
		if (typeof value === 'string') texts.add(value);
		if (typeof value === 'number') return number(value, field) === value;
		if (typeof value !== 'object' || value === null) return true;
		if (Array.isArray(value) && isSpelled(value)) return false;
		return Object.entries(value).every(([key, member]) => {
			const own = Array.isArray(value) ? field : key;
			if (own === key) texts.add(key);
			return depth < DEEPEST && !LOGIN_FIELD.test(own) && gather(member, texts, depth + 1, own);
		});
	};

	const json = (value: Json): Json => {
		const texts = new Set<string>();
		if (!gather(value, texts)) return redacted(value);
		// Nearly every answer; in one pass over all its texts, between which a line break joins nothing.
		const all = [...texts].join('\n');
		return text(all) === all ? value : redacted(value);
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

/** A text with a mask in the place of what the finders find. */
function masked(text: string, finders: ReadonlyArray<ReturnType<typeof finderFor>>): string {
	const readings = readingsOf(text);
	const spans = finders.flatMap((find) => find(readings)).sort((a, b) => a.start - b.start);
	const pieces: string[] = [];
	let end = 0;
	for (const span of spans) {
		if (span.start >= end) pieces.push(text.slice(end, span.start), MASK);
		end = Math.max(end, span.end);
	}
	return pieces.join('') + text.slice(end);
}

function asText(value: Json): string {
	try {
		return JSON.stringify(value);
	} catch {
		return '(nested too deeply to show)';
	}
}
