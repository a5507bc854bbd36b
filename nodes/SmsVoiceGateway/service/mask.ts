import type { RowVerdict, Verdict } from './answer';
import { isJsonObject, type Json } from '../values/json';
import { readingsOf, searchFor } from './secretForms';

/** What stands in the place of a text that holds a secret. */
export const MASK = '***';

/** Deeper than any answer of a messaging service; what lies below is masked unread. */
const DEEPEST = 100;
/** Names under which an answer repeats the login; and those of what a verdict takes from it. */
const LOGIN_FIELD = /^(?:username|password)$/i;
const TAKEN = /^(?:code|words|response|warning)$/;

/**
 * Keeps the password, and the codes of a request, out of whatever is shown: a text that holds one, however it is escaped or
 * encoded, is masked whole, and so is a number that is one. Echoed `username` and `password` fields are taken out. What
 * can't be read for its many escapes is masked too.
 */
export function redactorFor(password: string, ...codes: string[]) {
	const searches = [searchFor(password, false), ...codes.map((code) => searchFor(code, true))];
	const holds = (given: string): boolean => {
		const readings = readingsOf(given);
		return readings === undefined || searches.some(({ isIn }) => isIn(readings));
	};
	const text = (given: string, isSecret = holds(given)): string => (isSecret ? MASK : given);

	/** A value with its texts as `show` shows them. What is certainly a secret is marked as one. */
	const shown = (value: Json, show: typeof text, depth = 0, field = ''): Json => {
		if (typeof value === 'string') return show(value);
		if (typeof value === 'number' && searches.some(({ isNumber }) => isNumber(value, field)))
			return show('', true);
		if (typeof value !== 'object' || value === null) return value;
		if (depth === DEEPEST) return show('', true);
		if (!isJsonObject(value)) {
			const spelled = spelledBy(value);
			if (show(spelled) !== spelled) return MASK;
			return value.map((one) => shown(one, show, depth + 1, field));
		}
		const kept = new Map<string, Json>();
		for (const [name, one] of Object.entries(value)) {
			if (LOGIN_FIELD.test(name)) show('', true);
			else {
				const own = show(name);
				// Two names that are masked stay two.
				kept.set(kept.has(own) ? `${own} ${kept.size}` : own, shown(one, show, depth + 1, name));
			}
		}
		return Object.fromEntries(kept);
	};
	/** Nearly every answer holds none: that is seen in one look at all its texts, which a NUL keeps apart. */
	const json = (value: Json): Json => {
		const texts = new Set<string>();
		let isOpen = true;
		shown(value, (one, isSecret = false) => {
			texts.add(one);
			isOpen &&= !isSecret;
			return one;
		});
		return isOpen && !holds([...texts].join('\0')) ? value : shown(value, text);
	};

	const said = <T extends Verdict | RowVerdict>(given: T): T => {
		const all = Object.entries(given) as Array<[string, Json]>;
		return Object.fromEntries(
			all.map(([name, one]) => [name, TAKEN.test(name) ? json(one) : one]),
		) as unknown as T;
	};
	const verdict = (given: Verdict): Verdict => {
		const { rows, ...own } = said(given);
		// What is said of rows stands in the answer.
		if (rows === undefined || own.response === given.response)
			return { ...own, ...(rows && { rows }) };
		const open = rows.map((row) => ({ ...said(row), ids: row.ids.filter((id) => !holds(id)) }));
		return { ...own, rows: open };
	};

	return { text: (given: string) => text(given), json, verdict };
}

/** What a list of digits, or of the numbers of bytes, spells; empty for another list. */
function spelledBy(list: readonly Json[]): string {
	const isShort = (one: Json) => typeof one !== 'object' && /^\d{1,3}$/.test(String(one));
	return list.every(isShort) ? list.join(',') : '';
}
