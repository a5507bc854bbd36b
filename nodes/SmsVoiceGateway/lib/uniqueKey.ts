import { readIdentifier } from './identifiers';
import { emptyProblem } from './inputProblem';
import { refuseRounded } from './roundedNumber';

/** How many keys of a node n8n keeps: as many as the rows of the largest sheet that is tested. */
export const KEYS_KEPT = 100_000;

/** What stands around a key and can't be seen: marks of direction, of a byte order, and of no width; and spaces. */
const INVISIBLE = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu;

/** A row's unique key as text. Throws InputProblem for one that is empty, rounded, or no text and no whole number. */
export function readUniqueKey(value: unknown): string {
	refuseRounded(value);
	const key = readIdentifier(value).replace(INVISIBLE, '');
	if (key === '') throw emptyProblem();
	return key;
}
