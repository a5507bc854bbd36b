import { expect, test } from '@jest/globals';
import { endedRun } from '../../../host/runs.ts';
import type { Server } from '../../../host/server.ts';

/** Answers each call for an execution with the next of these, and the last ever after. */
function answering(...answers: object[]): Server {
	const call = () => ({ data: answers.length > 1 ? answers.shift() : answers[0] });
	return { rest: () => Promise.resolve(call()) } as unknown as Server;
}

/** A run's data as n8n stores it: flatted. */
const data = JSON.stringify([{ resultData: '1' }, { lastNodeExecuted: '2' }, 'After']);

test('what waits and is said to have crashed while n8n comes up has not ended', async () => {
	const waitTill = '2026-01-01T00:00:45.000Z';
	const server = answering(
		{ status: 'crashed', waitTill, data },
		{ status: 'waiting', waitTill, data },
		{ status: 'success', waitTill: null, data },
	);
	expect((await endedRun(server, '1')).status).toBe('success');
});

test('what did not wait and crashed has ended when n8n has stored why', async () => {
	const why = JSON.stringify([
		{ resultData: '1' },
		{ error: '2' },
		{ message: '3' },
		'Did not finish',
	]);
	const crashed = { status: 'crashed', waitTill: null };
	const server = answering({ ...crashed, data }, { ...crashed, data: why });
	const ended = await endedRun(server, '1');
	expect(ended.data.resultData.error?.message).toBe('Did not finish');
});
