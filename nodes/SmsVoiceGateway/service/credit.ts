import { isJsonObject, type Json } from '../values/json';
import { plainName, textOf } from './readings';
import { ENVELOPE } from './signs';

/** A number that is read in one way only: digits, also in groups of three, and with a point that makes no such group. */
const NUMBER =
	/^-?(?![1-9]\d{0,2}\.\d{3}$)(?:\d{1,15}|\d{1,3}(?:,\d{3}){1,4}|\d{1,3}(?:[\s'’٬]\d{3}){1,4})(?:\.\d+)?$/;

/**
 * The credit as a number where it is read in one way only, else as the service wrote it: by its name, in `data`, or in
 * a list of one; null where the answer names none. `byName`: a number alone may be anything's.
 */
export function readCredit(response: Json, byName = false): string | number | null {
	let named: Json = null;
	let unnamed: Json = null;
	const open: Json[] = typeof response === 'object' ? [response] : [];
	for (const one of open) {
		if (Array.isArray(one)) open.push(...(one.length === 1 ? one : []));
		else if (!isJsonObject(one)) unnamed ??= one;
		else
			for (const [name, value] of Object.entries(one)) {
				const plain = plainName(name);
				if (plain === 'credit')
					named ??= Array.isArray(value) && value.length === 1 ? (value[0] ?? null) : value;
				const isNested = typeof value === 'object' && ENVELOPE.test(plain);
				if (isNested || plain === 'data' || plain === 'result') open.push(value);
			}
	}
	const credit = byName ? named : (named ?? unnamed);
	if (typeof credit === 'number') return credit;
	if (typeof credit !== 'string' || credit.trim() === '') return null;
	if (named === null && !/\p{N}/u.test(credit)) return null;
	const text = textOf(credit);
	return NUMBER.test(text) ? Number(text.replace(/[^\d.-]/g, '')) : credit;
}
