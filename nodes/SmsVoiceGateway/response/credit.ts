import { member } from '../lib/json';
import type { Json } from '../lib/json';
import { anyMember } from './members';

/** The credit as a number, or as the service wrote it; null where the answer names none. */
export function readCredit(response: Json): string | number | null {
	const credit =
		anyMember(response, 'credit') ?? anyMember(member(response, 'data') ?? null, 'credit');
	if (typeof credit === 'number') return credit;
	if (typeof credit !== 'string' || credit.trim() === '') return null;
	const number = Number(credit);
	return Number.isFinite(number) ? number : credit;
}
