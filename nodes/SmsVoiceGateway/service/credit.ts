import type { Json } from '../values/json';
import { envelopesIn } from './entries';
import { textOf } from './readings';

/**
 * A number that is read in one way only: digits, with one point for decimals where these are not three behind three at most
 * (`1.234` may be a thousand), or groups of three twice or more, of which the first begins with no zero (`1,500` may be one and a half).
 */
const NUMBER =
	/^-?(?:(?![1-9]\d{0,2}\.\d{3}$)\d{1,15}(?:\.\d+)?|[1-9]\d{0,2}(?:(?:,\d{3}){2,4}|(?:[\s'’٬]\d{3}){2,4})(?:\.\d+)?)$/;

/**
 * The credit as a number where it is read in one way only, else as the service wrote it: by its name, in `data`, or in
 * a list of one; null where the answer names none. `byName`: a number alone may be anything's.
 */
export function readCredit(response: Json, byName = false): string | number | null {
	const fields = envelopesIn(response).flatMap((envelope) => envelope.fields);
	const valueOf = (names: RegExp) =>
		fields
			.filter(([name]) => names.test(name))
			.map(([, value]) => (Array.isArray(value) && value.length === 1 ? value[0] : value))
			.find((value) => typeof value === 'string' || typeof value === 'number');
	const named = valueOf(/^credit$/);
	const credit = named ?? (byName ? undefined : valueOf(/^(?:data|result)$/));
	if (typeof credit === 'number') return credit;
	const text = textOf(credit ?? '');
	if (credit === undefined || text === '' || (named === undefined && !/\d/.test(text))) return null;
	return NUMBER.test(text) ? Number(text.replace(/[^\d.-]/g, '')) : credit;
}
