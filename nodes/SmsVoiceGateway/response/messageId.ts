import type { Json } from '../values/json';
import { plainDigits } from '../numbers/plainDigits';
import { isEmpty, isRefusing, partsOf } from './values';

/** Letters and digits with what stands between them in ids, and a digit among them: no word is an id. */
const ID = /^(?=\D*\d)[\p{L}\p{N}][\p{L}\p{N}._:/+=|@#-]{0,199}$/u;

/** An id as nearly all are. */
const NUMBER = /^[1-9]\d{0,199}$/;

/** A text that is a number, but no whole one. */
const DECIMAL = /^\d+[.]\d+$/;

/** A message or call id as text of all its digits; undefined for what can't be one, such as 0 or a negative number. */
export function asId(value: Json | undefined): string | undefined {
	if (typeof value === 'number') {
		return Number.isSafeInteger(value) && value > 0 ? String(value) : undefined;
	}
	if (typeof value !== 'string') return undefined;
	const text = plainDigits(value).trim();
	if (NUMBER.test(text)) return text;
	if (isEmpty(text) || !ID.test(text) || DECIMAL.test(text)) return undefined;
	// "error-5" names no message.
	return partsOf(text).some(isRefusing) ? undefined : text;
}

/** What of an id is the same however it is written: as a number, with a +, spaces or zeros in front. */
export function sameId(id: string): string {
	const plain = plainDigits(id).replace(/\s/g, '');
	return /^\+?\d+$/.test(plain) ? plain.replace(/\+?0*(?=\d)/, '') : plain;
}
