import { readIdentifier } from './identifiers';

/** How many keys of a node n8n keeps: as many as the rows of the largest sheet that is tested. */
export const KEYS_KEPT = 100_000;

/** A row's unique key as text. Throws InputProblem for an empty one and for what is neither text nor a whole number. */
export function readUniqueKey(value: unknown): string {
	return readIdentifier(value);
}
