import { isJsonObject } from '../lib/json';
import type { Json } from '../lib/json';
import { plainDigits } from '../lib/plainDigits';
import { isEmpty } from './values';
import { sideOfWords } from './words';

/** A member's name as all its writings have it: services write `MsgID`, `msgid`, `msg_id`, `Msg-Id`. */
export function plainName(name: string): string {
	return name.toLowerCase().replace(/[\s_.-]/g, '');
}

/** The member of an object under the first of `names` that it has, in any writing. */
export function anyMember(value: Json | undefined, ...names: string[]): Json | undefined {
	if (!isJsonObject(value)) return undefined;
	const own = new Map(Object.entries(value).map(([name, one]) => [plainName(name), one]));
	for (const name of names) if (own.has(name)) return own.get(name);
	return undefined;
}

/** Letters and digits with what stands between them in ids, and a digit among them: no word is an id. */
const ID = /^(?=\D*\d)[\p{L}\p{N}][\p{L}\p{N}._:/+=|@#-]{0,199}$/u;

/** A text that is a number, but no whole one. */
const DECIMAL = /^\d+[.]\d+$/;

/** A message or call id as text of all its digits; undefined for what can't be one, such as 0 or a negative number. */
export function asId(value: Json | undefined): string | undefined {
	if (typeof value === 'number') {
		return Number.isSafeInteger(value) && value > 0 ? String(value) : undefined;
	}
	if (typeof value !== 'string') return undefined;
	const text = plainDigits(value).trim();
	if (isEmpty(text) || !ID.test(text) || DECIMAL.test(text)) return undefined;
	// "error-5" names no message.
	return sideOfWords(text.replace(/[.:/-]/g, ' ')) === 'refusal' ? undefined : text;
}

/** What of an id is the same however it is written: as a number, with a +, spaces or zeros in front. */
export function sameId(id: string): string {
	const plain = plainDigits(id).replace(/\s/g, '');
	return /^\+?\d+$/.test(plain) ? plain.replace(/\+?0*(?=\d)/, '') : plain;
}
