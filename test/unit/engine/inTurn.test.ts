import { setTimeout as wait } from 'node:timers/promises';

import { inTurn } from '../../../nodes/SmsVoiceGateway/host/inTurn.ts';

/** Work that notes when it begins and ends. */
const working =
	(log: string[], name: string, milliseconds: number, fails = false) =>
	async () => {
		log.push(`${name} begins`);
		await wait(milliseconds);
		log.push(`${name} ends`);
		if (fails) throw new Error(`${name} failed`);
		return name;
	};

describe('inTurn', () => {
	test('runs what is asked for at one place one after the other, also behind a failure, which only its own caller sees', async () => {
		const log: string[] = [];
		const [a, b, elsewhere] = await Promise.allSettled([
			inTurn('here', working(log, 'a', 20, true)),
			inTurn('here', working(log, 'b', 1)),
			inTurn('there', working(log, 'c', 1)),
		]);
		expect(a).toMatchObject({ status: 'rejected', reason: new Error('a failed') });
		expect([b, elsewhere]).toMatchObject([{ value: 'b' }, { value: 'c' }]);
		// At another place at the same time.
		expect(log.slice(0, 2)).toEqual(['a begins', 'c begins']);
		const here = log.filter((line) => !line.startsWith('c'));
		expect(here).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
	});

	test('runs nothing where the execution was stopped before', async () => {
		const log: string[] = [];
		const stopped = inTurn('here', working(log, 'a', 1), AbortSignal.abort());
		await expect(stopped).rejects.toThrow('the execution was stopped');
		expect(await inTurn('here', working(log, 'b', 1))).toBe('b');
		expect(log).toEqual(['b begins', 'b ends']);
	});
});
