import { expect, test } from '@jest/globals';
import type { IExecuteFunctions } from 'n8n-workflow';

import { UniqueKeys } from '../../../../nodes/SmsVoiceGateway/engine/keys/uniqueKeys.ts';
import type { Run } from '../../../../nodes/SmsVoiceGateway/engine/run.ts';

/** A store whose removals end when the test says so. */
function startStore() {
	const recorded = new Set<string>();
	let finishRemoval: (error?: Error) => void = () => undefined;
	const helpers = {
		checkProcessedAndRecord: async (keys: string[]) => {
			const free = keys.filter((key) => !recorded.has(key));
			for (const key of keys) recorded.add(key);
			return { new: free, processed: keys.filter((key) => !free.includes(key)) };
		},
		removeProcessed: async (keys: string[]) => {
			await new Promise<void>((resolve, reject) => {
				finishRemoval = (error) => (error ? reject(error) : resolve());
			});
			for (const key of keys) recorded.delete(key);
		},
	};
	const context = {
		helpers,
		getWorkflow: () => ({ id: 'workflow' }),
		getNode: () => ({ id: 'node' }),
		getExecutionCancelSignal: () => undefined,
		logger: { warn: () => undefined },
	} as unknown as IExecuteFunctions;
	const run: Run = { memory: new Map(), batches: 0, stuckKeys: new Set() };
	return {
		recorded,
		keys: new UniqueKeys(context, run),
		nextTry: () => new UniqueKeys(context, run),
		finishRemoval: (error?: Error) => finishRemoval(error),
	};
}

test('a key is nobody’s while it is being freed, and free when it has been', async () => {
	const { keys, recorded, finishRemoval } = startStore();
	await keys.claim(['K']);
	const releasing = keys.release(['K']);
	await new Promise(setImmediate);
	expect(await keys.claim(['K'])).toMatchObject({ free: new Set(), busy: new Set(['K']) });
	finishRemoval();
	await releasing;
	expect(recorded.has('K')).toBe(false);
	expect(await keys.claim(['K'])).toMatchObject({ free: new Set(['K']), busy: new Set() });
	expect(recorded.has('K')).toBe(true);
});

test('a key that could not be freed belongs to the next try of the run, and stays recorded', async () => {
	const { keys, nextTry, recorded, finishRemoval } = startStore();
	await keys.claim(['K']);
	const releasing = keys.release(['K']);
	await new Promise(setImmediate);
	finishRemoval(new Error('locked'));
	await expect(releasing).rejects.toThrow('locked');
	const again = nextTry();
	expect(await again.claim(['K', 'L'])).toMatchObject({
		free: new Set(['K', 'L']),
		busy: new Set(),
	});
	expect([...recorded]).toEqual(['K', 'L']);
});
