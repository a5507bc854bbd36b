import type { Json } from '../values/json';
import { envelopesOf } from './data';

/** The credit as a number, or as the service wrote it; null where the answer names none. */
export function readCredit(response: Json): string | number | null {
	const named = envelopesOf(response).map(({ values }) => values.get('credit') ?? null);
	const credit = named.find((one) => one !== null) ?? null;
	if (typeof credit === 'number') return credit;
	if (typeof credit !== 'string' || credit.trim() === '') return null;
	// Only a number that is written as one, and short enough to keep its digits.
	return /^\s*-?\d{1,15}(\.\d+)?\s*$/.test(credit) ? Number(credit) : credit;
}
