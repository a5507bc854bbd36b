import { isJsonObject } from '../lib/json';
import type { Json } from '../lib/json';
import type { Verdict } from './answer';
import { writtenForms } from './writtenForms';

/** What stands in the place of a secret. */
export const MASK = '***';

/** Deeper than any answer of a messaging service; what lies below is shown as text. */
const DEEPEST = 100;

/** From this length on a number that equals a secret is taken for it, and not for a status or a count. */
const SHORTEST_NUMBER = 4;

/** From this length on a secret is masked inside longer words too; a shorter one occurs there by chance. */
const DISTINCTIVE = 8;

/** A longer secret, which no account has, would make too large a pattern; it is looked for as it is, and as JSON has it. */
const LONGEST_PATTERN = 256;

/** Removes secrets from what the service answered. */
export interface Redactor {
	text: (text: string) => string;
	json: (value: Json) => Json;
	verdict: (verdict: Verdict) => Verdict;
}

/**
 * A redactor for the password, and whatever else a request must not show. Echoed `username` and
 * `password` fields are taken out, and a secret is masked in every text, however it is escaped. A short
 * or common one ("1234", "success") is masked only where it stands as a word of its own, so that message
 * ids, numbers and words that merely contain it stay whole.
 */
export function redactorFor(...secrets: string[]): Redactor {
	const known = secrets.filter((secret) => secret !== '');
	const maskers = known.map(maskerFor);
	const numbers = new Set(known.filter((secret) => secret.length >= SHORTEST_NUMBER));
	const text = (value: string) => maskers.reduce((masked, mask) => mask(masked), value);

	const json = (value: Json, depth = 0): Json => {
		if (typeof value === 'string') return text(value);
		if (typeof value === 'number') return numbers.has(String(value)) ? MASK : value;
		if (typeof value !== 'object' || value === null) return value;
		if (depth >= DEEPEST) return text(asText(value));
		if (!isJsonObject(value)) return value.map((element) => json(element, depth + 1));
		const kept = Object.entries(value).filter(([key]) => !/^(username|password)$/i.test(key));
		return Object.fromEntries(kept.map(([key, member]) => [text(key), json(member, depth + 1)]));
	};

	const verdict = (given: Verdict): Verdict => {
		const response = json(given.response);
		if (given.kind !== 'refused') return { ...given, response };
		const { code, words } = given;
		return {
			kind: 'refused',
			response,
			...(code === undefined ? {} : { code: text(code) }),
			...(words === undefined ? {} : { words: text(words) }),
		};
	};

	return { text, json: (value) => json(value), verdict };
}

function maskerFor(secret: string): (text: string) => string {
	if (secret.length > LONGEST_PATTERN) {
		const plain = [secret, JSON.stringify(secret).slice(1, -1)];
		return (text) => plain.reduce((masked, form) => masked.replaceAll(form, MASK), text);
	}
	const forms = writtenForms(secret);
	const pattern =
		secret.length >= DISTINCTIVE
			? new RegExp(forms, 'giu')
			: new RegExp(`(?<![\\p{L}\\p{N}])${forms}(?![\\p{L}\\p{N}])`, 'gu');
	return (text) => text.replace(pattern, MASK);
}

function asText(value: Json): string {
	try {
		return JSON.stringify(value);
	} catch {
		return '(nested too deeply to show)';
	}
}
