import type { Json } from '../lib/json';
import { isJsonObject } from '../lib/json';

/** What stands in the place of the password. */
export const MASK = '***';

/** Deeper than any answer of a messaging service; what lies below is shown as text. */
const DEEPEST = 100;

/** From this length on a number that equals the password is taken for it, and not for a status or a count. */
const SHORTEST_NUMBER = 4;

/** From this length on the password is masked inside longer words too; a shorter one occurs there by chance. */
const DISTINCTIVE = 8;

/** Removes the login from what the service answered. */
export interface Redactor {
	text: (text: string) => string;
	json: (value: Json) => Json;
}

/**
 * A redactor for one credential. Echoed `username` and `password` fields are taken out, and the
 * password is masked in every text, as it is and as JSON, URL, HTML or base64 would write it. A short
 * or common password ("1234", "success") is masked only where it stands as a word of its own, so that
 * message ids, numbers and words that merely contain it stay whole.
 */
export function redactorFor(password: string): Redactor {
	const pattern = patternFor(password);
	const text = (value: string) => (pattern === undefined ? value : value.replace(pattern, MASK));

	const json = (value: Json, depth = 0): Json => {
		if (typeof value === 'string') return text(value);
		if (typeof value === 'number') return isPassword(value) ? MASK : value;
		if (typeof value !== 'object' || value === null) return value;
		if (depth >= DEEPEST) return text(asText(value));
		if (!isJsonObject(value)) return value.map((element) => json(element, depth + 1));
		const kept = Object.entries(value).filter(([key]) => !/^(username|password)$/i.test(key));
		return Object.fromEntries(kept.map(([key, member]) => [text(key), json(member, depth + 1)]));
	};
	const isPassword = (value: number) =>
		password.length >= SHORTEST_NUMBER && String(value) === password;

	return { text, json: (value) => json(value) };
}

function patternFor(password: string): RegExp | undefined {
	if (password === '') return undefined;
	const forms = [...new Set(writtenForms(password))]
		.sort((a, b) => b.length - a.length)
		.map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	const any = `(?:${forms.join('|')})`;
	return password.length >= DISTINCTIVE
		? new RegExp(any, 'giu')
		: new RegExp(`(?<![\\p{L}\\p{N}])${any}(?![\\p{L}\\p{N}])`, 'gu');
}

function writtenForms(password: string): string[] {
	const escaped = JSON.stringify(password).slice(1, -1);
	// Half a surrogate pair would make encodeURIComponent throw.
	const wellFormed = Buffer.from(password, 'utf8').toString();
	const url = encodeURIComponent(wellFormed);
	return [
		password,
		escaped,
		escaped.replaceAll('/', '\\/'),
		escaped.replace(/[^\x20-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
		url,
		url.replaceAll('%20', '+'),
		new URLSearchParams({ p: password }).toString().slice(2),
		asHtml(password),
		Buffer.from(password, 'utf8').toString('base64'),
	];
}

function asHtml(text: string): string {
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;');
}

function asText(value: Json): string {
	try {
		return JSON.stringify(value);
	} catch {
		return '(nested too deeply to show)';
	}
}
