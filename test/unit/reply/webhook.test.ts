import type { IWebhookFunctions } from 'n8n-workflow';

import { timedOut, webhook } from '../../../nodes/SmsVoiceGateway/reply/webhook.ts';

const MINUTE = 60_000;
/** Node gives a request five minutes to arrive, and looks each half minute whether they are over. */
const LONGEST_WAY = 5.5 * MINUTE;

afterEach(() => {
	jest.useRealTimers();
});

/** A request that presses the button of a question's page. */
function pressed(
	execution: string,
	at = '2026-01-01T00:00:00.000Z',
	{ path = '/webhook-waiting/3/ask%201?signature=abc', query = {} } = {},
) {
	const shown: number[] = [];
	const response = {
		setHeader: () => response,
		status: (status: number) => (shown.push(status), response),
		send: () => response,
	};
	const waiting = timedOut({}, { number: 1, message: 'Who takes it?', buttons: ['I'], at });
	const context = {
		getRequestObject: () => ({ method: 'POST', headers: {}, originalUrl: path }),
		getNode: () => ({ id: 'ask 1' }),
		getResponseObject: () => response,
		getWorkflow: () => ({ name: 'Alert' }),
		evaluateExpression: () => waiting,
		getQueryData: () => query,
		getBodyData: () => ({ answer: 'approve' }),
		getExecutionId: () => execution,
	} as unknown as IWebhookFunctions;
	return { context, shown };
}

/** Whether n8n lets the run go on with the answer. */
async function counts({ context, shown }: ReturnType<typeof pressed>): Promise<boolean> {
	const { workflowData, noWebhookResponse } = await webhook.call(context);
	expect(shown).toEqual(workflowData === undefined ? [410] : []);
	expect(noWebhookResponse).toBe(workflowData === undefined ? true : undefined);
	return workflowData !== undefined;
}

test('an answer counts, and no other to the same question for as long as one may be on its way', async () => {
	jest.useFakeTimers();
	expect(await counts(pressed('1'))).toBe(true);
	for (const ms of [0, 1, MINUTE, LONGEST_WAY - MINUTE - 1]) {
		jest.advanceTimersByTime(ms);
		expect(await counts(pressed('1'))).toBe(false);
		expect(await counts(pressed(`other ${ms}`))).toBe(true);
	}
	expect(await counts(pressed('1', '2026-01-01T00:00:00.001Z'))).toBe(true);
});

test('an answer whose run could not go on can be given again later', async () => {
	jest.useFakeTimers();
	expect(await counts(pressed('2'))).toBe(true);
	jest.advanceTimersByTime(10 * MINUTE);
	expect(await counts(pressed('2'))).toBe(true);
	expect(await counts(pressed('2'))).toBe(false);
});

test.each([
	['/webhook-waiting/3/ask%201?signature=abc', {}, true],
	['/webhook-waiting/3/ask%201', { n: '1' }, true],
	// A round that is over, or none.
	['/webhook-waiting/3/ask%201?signature=abc&n=2', { n: '2' }, false],
	['/webhook-waiting/3/ask%201?n=x', { n: 'x' }, false],
	// With the token of the run, which any of its links has.
	['/webhook-waiting/3?signature=token/ask%201', {}, false],
	['/webhook-waiting/3/other?signature=token', {}, false],
	['/webhook-waiting/3/not-ask%201?signature=token', {}, false],
])('an answer by %s (%j) counts: %p', async (path, query, isOwn) => {
	jest.useFakeTimers();
	expect(await counts(pressed(`by ${path}`, undefined, { path, query }))).toBe(isOwn);
});

test('an answer that is far too long is not sent back whole', async () => {
	const waiting = timedOut({}, { number: 1, message: 'Why?', at: '2026-01-01T00:00:00.000Z' });
	let page = '';
	const response = {
		setHeader: () => response,
		status: (status: number) => (expect(status).toBe(400), response),
		send: (sent: string) => (page = sent),
	};
	const { context } = pressed('long');
	const long = {
		...context,
		getResponseObject: () => response,
		evaluateExpression: () => waiting,
		getBodyData: () => ({ answer: 'text', text: '"'.repeat(7_900_000) }),
	} as unknown as IWebhookFunctions;
	expect(await webhook.call(long)).toEqual({ noWebhookResponse: true });
	expect(page).toContain('&quot;&quot;');
	expect(page.length).toBeLessThan(200_000);
});
