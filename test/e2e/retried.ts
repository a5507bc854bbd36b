import {
	bulkNode,
	endedRun,
	gateway,
	itemsOf,
	type Node,
	openedRun,
	ownNode,
	question,
	type Served,
	startRun,
	type StoredExecution,
	submitted,
	textNode,
	TRIGGER,
	wired,
	workflowOf,
} from './n8n.ts';

const COUNT = 20;
const STRUCK = 12;
const ASKED = '09120000001';
const NODE = 'Send SMS';

const rows = Array.from({ length: COUNT }, (_, item) => ({
	to: `0912${item + 2_000_000}`,
	text: `Order ${item}`,
}));
const numbers = rows.map(({ to }) => to);

const inPortions = { speed: { values: { batchSize: 1 } } };
const texts = (operation: string): Node =>
	operation === 'send' ? textNode(NODE) : bulkNode(NODE, { options: inPortions });

const inLoop = wired(
	'retriedLoop',
	[
		ownNode(TRIGGER, 'manualTrigger', 1),
		ownNode('Loop', 'splitInBatches', 3, { batchSize: 5, options: {} }),
		texts('send'),
	],
	[
		[TRIGGER, 'Loop'],
		['Loop', NODE, 1],
		[NODE, 'Loop'],
	],
);

/** What n8n's Retry of a failed execution sends. */
export function retried(served: () => Served): void {
	const received = () =>
		served()
			.sandbox.messages()
			.map(({ destination }) => destination);
	const strike = (row: number) =>
		served().sandbox.setFaults([
			{ match: { destination: numbers[row] ?? '' }, fault: { kind: 'status', status: 400 } },
		]);

	/** Runs a workflow until its 13th row is refused, and forgets the fault. */
	async function failed(workflow: string): Promise<StoredExecution> {
		served().sandbox.reset();
		strike(STRUCK);
		const execution = await endedRun(served().server, await startRun(served().server, workflow));
		expect(execution.status).toBe('error');
		expect(received()).toEqual(numbers.slice(0, STRUCK));
		served().sandbox.setFaults([]);
		return execution;
	}

	/** What the button beside a failed execution does, with the saved workflow or with the original one. */
	async function retry(execution: string, loadWorkflow: boolean): Promise<StoredExecution> {
		const { server } = served();
		const { data } = await server.rest('POST', `/rest/executions/${execution}/retry`, {
			loadWorkflow,
		});
		return await endedRun(server, String((data as { id: unknown }).id));
	}

	test.each([
		['send', false],
		['send', true],
		['sendBulk', false],
		['sendBulk', true],
	] as const)('sends the rest: %s, with the saved workflow: %s', async (operation, isSaved) => {
		const id = `retried-${operation}-${String(isSaved)}`;
		await served().host.importWorkflows([workflowOf(id, rows, [texts(operation)])]);
		const first = await failed(id);
		const before = served()
			.sandbox.messages()
			.map(({ id: own }) => String(own));
		for (const sent of before) expect(contextOf(first)).toContain(sent);
		for (const number of numbers) expect(contextOf(first)).not.toContain(number);
		const second = await retry(first.id, isSaved);
		expect(second.status).toBe('success');
		expect(received()).toEqual(numbers);
		const json = itemsOf(second, NODE).map((item) => item.json);
		expect(json.map(({ outcome }) => outcome)).toEqual(rows.map(() => 'accepted'));
		expect(json.slice(0, STRUCK).flatMap((own) => own.messageIds ?? own.messageId)).toEqual(before);
	});

	test('knows what a run has sent that had waited before', async () => {
		const id = 'retried-waited';
		const jsonOutput = `={{ { rows: $('${TRIGGER}').all().map(({ json }) => json) } }}`;
		const list = ownNode('List', 'set', 3.4, { mode: 'raw', jsonOutput, options: {} });
		const split = ownNode('Rows', 'splitOut', 1, { fieldToSplitOut: 'rows', options: {} });
		const once = ownNode('Once', 'limit', 1, { maxItems: 1 });
		const ask = gateway('Ask', question({ destination: ASKED }), { id: 'ask1' });
		await served().host.importWorkflows([
			workflowOf(id, rows, [once, ask, list, split, texts('sendBulk')]),
		]);
		served().sandbox.reset();
		strike(STRUCK);
		const { execution, link } = await openedRun(served().server, served().sandbox, id);
		expect((await submitted(link, { answer: 'approve' })).status).toBe(200);
		const first = await endedRun(served().server, execution);
		expect(first.status).toBe('error');
		expect(received()).toEqual([ASKED, ...numbers.slice(0, STRUCK)]);
		served().sandbox.setFaults([]);
		expect((await retry(first.id, false)).status).toBe('success');
		expect(received()).toEqual([ASKED, ...numbers]);
	});

	test('goes on with the round of a loop that failed, and forgets it afterwards; a second Retry sends nothing', async () => {
		await served().host.importWorkflows([
			{ ...inLoop, pinData: { [TRIGGER]: rows.map((json) => ({ json })) } },
		]);
		const first = await failed('retriedLoop');
		const second = await retry(first.id, false);
		expect(second.status).toBe('success');
		expect(received()).toEqual(numbers);
		expect(contextOf(second)).not.toContain('accepted');
		const third = await retry(first.id, false);
		expect(third.status).toBe('success');
		expect(received()).toEqual(numbers);
	});
}

/** What stays of the node in an execution's data besides its output. */
function contextOf({ data }: StoredExecution): string {
	const { executionData } = data as { executionData?: { contextData?: Record<string, unknown> } };
	return JSON.stringify(executionData?.contextData?.[`node:${NODE}`] ?? {});
}
