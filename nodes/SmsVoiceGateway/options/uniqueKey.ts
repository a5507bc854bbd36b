import { readIdentifier } from '../fields/identifiers';
import { refuseRounded } from '../numbers/roundedNumber';

/** How many keys of a node n8n keeps: as many as the rows of the largest sheet that is tested. */
export const KEYS_KEPT = 100_000;

/** Keys of a dry run that are looked up: n8n's store takes as long as for sending them, and longer for taking out again. */
export const LOOKED_UP = 5000;

/** A row's unique key as text. Throws InputProblem for one that is empty, rounded, or no text and no whole number. */
export function readUniqueKey(value: unknown): string {
	refuseRounded(value);
	return readIdentifier(value);
}
