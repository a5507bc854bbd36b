import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { Container } from '@n8n/di';
import { InstanceSettings } from 'n8n-core';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { FaultAction } from '../../../sandbox/index.ts';
import { deduplicator } from '../stage/deduplicator.ts';
import type { RunOptions, RunResult } from '../stage/engine.ts';
import { gateway } from '../stage/gateway.ts';
import { CONTINUE, LOST, REFUSED, RETRY, strikes } from '../stage/modes.ts';
import { bulk, playVoiceFile, send, sendCode, sendJson } from '../stage/operations.ts';
import { detailsOf, messagesOf, numberOf, pairOf, rowsFor, times } from '../stage/rows.ts';
import { ends } from '../stage/table.ts';

const { sandbox, run, bodies, received, timesSentTo } = gateway();
const store = deduplicator();

const strike = (row: number, fault: FaultAction) => sandbox().setFaults([strikes(row, fault)]);
const heal = () => sandbox().setFaults([]);
const sendEach = (changes: INodeParameters = {}) =>
	send({ destination: '={{ $json.to }}', message: '={{ $json.text }}', ...changes });

let executions = 0;

/** A run that fails at a row, whose cause is mended then, and what n8n's Retry of it does. */
async function failedAt(
	row: number,
	more: Partial<RunOptions>,
	{
		fault = REFUSED,
		parameters = sendEach(),
	}: { fault?: FaultAction; parameters?: INodeParameters } = {},
) {
	strike(row, fault);
	const failed = await failing(parameters, more);
	heal();
	return failed;
}

/** A run, and what n8n's Retry of it does: with the original workflow, or with the saved one, which `saved` has. */
async function failing(parameters: INodeParameters, more: Partial<RunOptions>) {
	const executionId = String(++executions);
	const first = await run(parameters, { ...more, executionId });
	expect(first.error).toBeDefined();
	return { first, retry: retryOf(first, parameters, more) };
}

function retryOf(failed: RunResult, parameters: INodeParameters, more: Partial<RunOptions>) {
	return async (saved: INodeParameters = parameters, node: Partial<INode> = more.node ?? {}) => {
		const executionId = String(++executions);
		const result = await run(saved, { ...more, node, retryOf: failed.run, executionId });
		return { ...result, retry: retryOf(result, saved, { ...more, node }) };
	};
}

const ids = (items: RunResult['items']) =>
	items.map(({ json }) => json.messageId ?? json.messageIds ?? json.callId);

describe("n8n's Retry of an execution that failed at its 13th row of 20", () => {
	const rows = rowsFor(20);
	const ways: Array<[string, INodeParameters]> = [
		['Send', sendEach()],
		['Send Bulk', bulk({ speed: { values: { batchSize: 1 } } })],
		['Play Voice File', playVoiceFile({ destination: '={{ $json.to }}' })],
		['Send Code', sendCode({ destination: '={{ $json.to }}' })],
	];

	test.each(ways)('sends the other eight, and gives the ids of the twelve: %s', async (_, one) => {
		strike(12, REFUSED);
		const { first, retry } = await failing(one, { rows });
		expect(received()).toHaveLength(12);
		const before = sandbox()
			.messages()
			.map(({ id }) => String(id));
		heal();
		const { items, error, hints } = await retry();
		expect(error).toBeUndefined();
		expect(received()).toEqual(rows.map(({ to }) => to));
		expect(ends(items)).toBe('20 accepted');
		expect(items.map(pairOf)).toEqual(rows.map((_row, index) => index));
		expect(ids(items).flat().map(String).slice(0, 12)).toEqual(before);
		expect(hints[0]?.message).toMatch(/^20 rows: 8 accepted, 12 accepted before this retry\./);
		expect(first.error?.description).toContain("n8n's Retry sends only the rest;");
	});

	test('says of each accepted row what it said before, but for the answer', async () => {
		const { retry } = await failedAt(12, { rows });
		const { json } = await retry();
		const { response, ...later } = json[15] as IDataObject;
		expect(response).toBeDefined();
		expect(Object.keys(json[3] as IDataObject)).toEqual(Object.keys(later));
		expect(json[3]).toMatchObject({ destinations: [numberOf(3)], encoding: 'GSM-7', parts: 1 });
	});

	test('sends nothing twice where it fails again, and again', async () => {
		const { retry } = await failedAt(12, { rows });
		strike(16, REFUSED);
		const second = await retry();
		expect(received()).toHaveLength(16);
		strike(18, REFUSED);
		const third = await second.retry();
		expect(received()).toHaveLength(18);
		heal();
		const { items } = await third.retry();
		expect(ends(items)).toBe('20 accepted');
		expect(received()).toEqual(rows.map(({ to }) => to));
	});

	test('sends nothing twice with Retry On Fail beside it', async () => {
		strike(12, REFUSED);
		const { retry } = await failing(sendEach(), { rows, node: RETRY });
		expect(received()).toHaveLength(12);
		strike(16, REFUSED);
		const second = await retry();
		heal();
		await second.retry();
		expect(received()).toEqual(rows.map(({ to }) => to));
	});

	test('keeps what was sent where it can send nothing itself, because a row or the login is wrong', async () => {
		const { retry } = await failedAt(12, { rows });
		const wrong = await retry(
			sendEach({ destination: '={{ $itemIndex === 2 ? "x" : $json.to }}' }),
		);
		expect(wrong.error?.message).toContain("'To' of item 2");
		expect(received()).toHaveLength(12);
		await wrong.retry(sendEach());
		expect(received()).toEqual(rows.map(({ to }) => to));
	});

	test('has the saved workflow send what was changed, and only that', async () => {
		const { retry } = await failedAt(12, { rows });
		const changed = '={{ $itemIndex === 4 ? "Corrected" : $json.text }}';
		const { items } = await retry(sendEach({ message: changed, source: '4000' }));
		expect(ends(items)).toBe('20 accepted');
		expect(received()).toHaveLength(21);
		expect(timesSentTo(numberOf(4))).toBe(2);
	});

	test('knows a row again in the form of another Number Format, and with plain punctuation', async () => {
		const quoted = rowsFor(4).map((row) => ({ ...row, text: 'It’s here' }));
		const { retry } = await failedAt(3, { rows: quoted });
		const values = { countryCode: '98', nationalLength: 10, trunkPrefix: '0', writeAs: 'national' };
		await retry(
			sendEach({
				options: { numberFormat: { values }, text: { values: { plainPunctuation: true } } },
			}),
		);
		expect(received()).toHaveLength(4);
	});

	test('takes a text that tells the time for the same one, where nothing else was changed', async () => {
		strike(12, REFUSED);
		const parameters = sendEach({ message: '=At {{ Date.now() }}' });
		const { retry } = await failing(parameters, { rows });
		heal();
		await retry();
		expect(received()).toEqual(rows.map(({ to }) => to));
	});

	test('sends a message as often as it is meant: twice the same row, of which one had left', async () => {
		const twice = [...rowsFor(1), ...rowsFor(2)];
		strike(1, REFUSED);
		const { retry } = await failing(sendEach(), { rows: twice });
		expect(received()).toEqual(times(2, numberOf(0)));
		heal();
		await retry(sendEach({ source: '4000' }));
		expect(received()).toEqual([numberOf(0), numberOf(0), numberOf(1)]);
	});

	describe('whose saved workflow has other rows in the places of what was sent, and fails too', () => {
		const [a, b, c, d] = [0, 1, 2, 3].map(numberOf);
		const each = (...list: unknown[]) =>
			sendEach({ destination: `={{ ${JSON.stringify(list)}[$itemIndex] }}`, message: 'Hello' });

		test('has the next one send nothing twice', async () => {
			strike(2, REFUSED);
			const { retry } = await failing(each(a, b, c), { rows: rowsFor(3) });
			const second = await retry(each(d, a, c));
			heal();
			await second.retry(each(a, d, c));
			expect(received()).toEqual([a, b, d, c]);
			expect((await second.retry(each(b, a, d))).error).toBeUndefined();
			expect(received()).toEqual([a, b, d, c]);
		});

		test('has the next one take nothing for sent that was not', async () => {
			strike(2, REFUSED);
			const { retry } = await failing(each(a, b, c), { rows: rowsFor(3) });
			const second = await retry(each(a, c, d));
			heal();
			await second.retry(each(a, c, d));
			expect(received()).toEqual([a, b, c, d]);
		});
	});

	test('knows the messages of an array', async () => {
		const messages = messagesOf(['a', 'b', 'c', 'd', 'e', 'f']);
		const listing = (list: IDataObject[]) =>
			sendJson(JSON.stringify(list), { options: { speed: { values: { batchSize: 1 } } } });
		const { retry } = await failedAt(4, {}, { parameters: listing(messages) });
		expect(received()).toHaveLength(4);
		// The first of them was taken out: the others have another place.
		await retry(listing(messages.slice(1)));
		expect(received()).toEqual(messages.map(({ destination }) => destination));
	});
});

describe('a row that may have been sent', () => {
	const rows = rowsFor(5);

	test("stays unknown in n8n's Retry, and nothing leaves", async () => {
		const { retry } = await failedAt(2, { rows }, { fault: LOST });
		const count = received().length;
		const { error } = await retry();
		expect(error?.message).toBe(
			'Not sent again: the execution that is retried could not tell whether it was sent',
		);
		expect(error?.description).toContain("set 'On Error' of the node to continue");
		expect(received()).toHaveLength(count);
	});

	test('keeps back none of the others where the saved workflow continues on errors', async () => {
		const { retry } = await failedAt(2, { rows }, { fault: LOST });
		const { items } = await retry(sendEach(), CONTINUE);
		expect(ends(items)).toBe('2 accepted, 1 unknown, 2 accepted');
		expect(detailsOf(items[2]).destination).toBe(numberOf(2));
		expect(received()).toEqual(rows.map(({ to }) => to));
	});

	test('is sent again with Resend Unknown', async () => {
		const { retry } = await failedAt(2, { rows }, { fault: LOST });
		const { items, hints } = await retry(sendEach({ options: { resendUnknown: true } }));
		expect(ends(items)).toBe('5 accepted');
		expect(hints[0]?.message).toMatch(/^5 rows: 3 accepted, 2 accepted before this retry\./);
		expect(timesSentTo(numberOf(2))).toBe(2);
		expect(received()).toHaveLength(6);
	});
});

describe('an execution that is retried twice', () => {
	const rows = rowsFor(6);

	test('has nothing that its first retry has sent sent by the second, which sends the rest', async () => {
		const { retry } = await failedAt(2, { rows });
		strike(4, REFUSED);
		await retry();
		expect(received()).toHaveLength(4);
		heal();
		const { items } = await retry();
		expect(ends(items)).toBe('2 accepted, 2 duplicate, 2 accepted');
		expect(received()).toEqual(rows.map(({ to }) => to));
	});

	test('nor what a retry of that retry has sent', async () => {
		const { retry } = await failedAt(2, { rows });
		strike(4, REFUSED);
		const second = await retry();
		heal();
		await second.retry();
		await retry();
		expect(received()).toEqual(rows.map(({ to }) => to));
	});

	test('also where both begin at the same moment', async () => {
		const { retry } = await failedAt(2, { rows });
		await Promise.all([retry(), retry(), retry()]);
		expect(received()).toEqual(rows.map(({ to }) => to));
	});

	test('may be retried again where the first retry has sent nothing', async () => {
		const { retry } = await failedAt(2, { rows });
		strike(2, REFUSED);
		await retry();
		expect(received()).toHaveLength(2);
		heal();
		const { error } = await retry();
		expect(error).toBeUndefined();
		expect(received()).toEqual(rows.map(({ to }) => to));
	});

	test('leaves rows with a unique key to their keys', async () => {
		const keyed = rows.map((row, index) => ({ ...row, key: `A-${index}` }));
		const sendOnce = { values: { by: 'key', key: '={{ $json.key }}' } };
		const parameters = sendEach({ options: { sendOnce } });
		const { retry } = await failedAt(2, { rows: keyed }, { parameters });
		strike(4, REFUSED);
		await retry();
		heal();
		const { items } = await retry();
		expect(ends(items)).toBe('2 accepted, 2 duplicate, 2 accepted');
		expect(received()).toEqual(rows.map(({ to }) => to));
	});

	test('sends nothing where n8n can not note that it is retried', async () => {
		const { retry } = await failedAt(2, { rows });
		store.beforeWrite = ({ scope }) => {
			if (scope === 'node') throw new Error('the disk is full');
		};
		const refused = await retry();
		expect(refused.error?.description).toContain('the disk is full');
		expect(received()).toHaveLength(2);
		store.beforeWrite = () => undefined;
		await refused.retry();
		expect(received()).toEqual(rows.map(({ to }) => to));
	});
});

describe("what stays in the execution's data", () => {
	const contextOf = ({ run: { data } }: RunResult) =>
		JSON.stringify(data.executionData?.contextData ?? {});

	test('is little, and holds no number, no text and no code', async () => {
		const rows = rowsFor(1000);
		strike(999, REFUSED);
		const { first } = await failing(bulk({ speed: { values: { batchSize: 1 } } }), { rows });
		expect(received()).toHaveLength(999);
		const kept = contextOf(first);
		expect(kept.length).toBeLessThan(100 * 1000);
		expect(kept).not.toContain('0912');
		expect(kept).not.toContain('Hello');
		strike(1, REFUSED);
		const code = sendCode({ code: '048213', destination: '={{ $json.to }}' });
		const called = await failing(code, { rows: rowsFor(2) });
		expect(contextOf(called.first)).toContain('sent');
		expect(contextOf(called.first)).not.toContain('048213');
	});

	test("is a hash that can't be tried out with the id of the n8n, which every exported workflow has", async () => {
		strike(1, REFUSED);
		const code = sendCode({ code: '048213', destination: '={{ $json.to }}' });
		const kept = contextOf((await failing(code, { rows: rowsFor(2) })).first);
		const [, hash = ''] = /\[\[0,\\+"([\w-]{11})\\+"/.exec(kept) ?? [];
		expect(hash).toHaveLength(11);
		const content = JSON.stringify([[numberOf(0)], null, null, '048213']);
		const tried = createHmac('sha256', Container.get(InstanceSettings).instanceId).update(content);
		expect(tried.digest('base64url').slice(0, 11)).not.toBe(hash);
	});

	test('is nothing of a run that succeeds, and nothing is left by a retry that does', async () => {
		const rows = rowsFor(3);
		expect(contextOf(await run(sendEach(), { rows }))).not.toContain('sent');
		const { retry } = await failedAt(2, { rows });
		expect(contextOf(await retry())).not.toContain('sent');
	});
});

describe('what the error says of the next click', () => {
	const rows = rowsFor(3);
	const describeOf = async (one: INodeParameters, more: Partial<RunOptions> = {}) => {
		strike(1, REFUSED);
		return (await run(one, { rows, ...more })).error?.description ?? '';
	};

	test('names both buttons where some were accepted', async () => {
		expect(await describeOf(sendEach())).toContain(
			"n8n's Retry sends only the rest; 'Execute workflow' sends all again, unless 'Send Once' is set.",
		);
		expect(
			await describeOf(
				sendEach({ options: { sendOnce: { values: { by: 'campaign', campaign: 'spring' } } } }),
			),
		).toContain("n8n's Retry sends only the rest; so does 'Execute workflow'.");
		expect(bodies().length).toBeGreaterThan(0);
	});

	test('says what keeps the rest back where something may have been sent', async () => {
		strike(1, LOST);
		expect((await run(sendEach(), { rows })).error?.description).toContain(
			"n8n's Retry sends none of these again, and the rest once 'On Error' is set to continue;",
		);
	});

	test('says nothing of them where nothing was accepted', async () => {
		sandbox().setFaults([{ fault: REFUSED }]);
		expect((await run(sendEach(), { rows })).error?.description).not.toContain('Retry');
	});
});
