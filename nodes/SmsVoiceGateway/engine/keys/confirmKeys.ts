import type { Logger } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { KEYS_KEPT } from '../../lib/uniqueKey';
import type { KeyStore } from './keyStore';

/** Longer than another worker takes to read and write all keys of a node, unless its database stalls. */
const PAUSE_MS = 300;

const ROUNDS = 10;

/**
 * Records keys, where other workers could not be kept out, until they are found in the store after a pause: it is read
 * and written as a whole, so another worker that has read before we wrote, and writes after us, puts back a state
 * without them. After a pause longer than such a reading and writing they can't be lost any more. Never throws.
 */
export async function confirmKeys(own: string[], store: KeyStore, logger: Logger): Promise<void> {
	if (own.length === 0) return;
	// What is more than the store keeps would push out the rest, round after round.
	const keys = own.slice(-KEYS_KEPT);
	const record = async () => await store.exclusively(async (access) => await access.record(keys));
	try {
		await record();
		for (let round = 0; round < ROUNDS; round++) {
			await sleep(PAUSE_MS);
			if ((await record()).size === 0) return;
		}
		logger.warn('Unique keys could not be confirmed: other workers replace them');
	} catch (error) {
		logger.warn(`Unique keys could not be confirmed: ${String(error)}`);
	}
}
