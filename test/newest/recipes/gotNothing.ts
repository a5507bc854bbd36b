import {
	endedRun,
	exampleWorkflows,
	itemsOf,
	makeTable,
	type Served,
	startRun,
	type Table,
	type Workflow,
} from '../../e2e/n8n.ts';

const EXAMPLE = exampleWorkflows().get('they-got-nothing.json') as Workflow;
const MANUAL = 'When clicking ‘Execute workflow’';
const COLUMNS = ['phone', 'text', 'outcome', 'messageId', 'sentAt', 'problem', 'status', 'final'];

/** The recipe for those who say that they got nothing. */
export function gotNothing(served: () => Served): void {
	let n8n: Served;
	let table: Table;

	beforeAll(async () => {
		n8n = served();
		await n8n.host.importWorkflows([EXAMPLE]);
	});

	beforeEach(async () => {
		n8n.sandbox.reset();
		table = await makeTable(n8n.server, 'Texts to send', COLUMNS);
	});

	const run = async () => {
		const ended = await endedRun(n8n.server, await startRun(n8n.server, EXAMPLE.id, MANUAL));
		expect(ended.status).toBe('success');
		return itemsOf(ended, 'Arrived?').map(({ json }) => json);
	};
	/** Sends a text outside n8n, and gives its id. */
	const sent = async (destination: string, message: string): Promise<string> => {
		const { username, password, url } = n8n.sandbox;
		await fetch(`${url}/webservice/v2rest/sendsms`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ username, password, source: '3000', destination, message }),
		});
		return n8n.sandbox.messages().at(-1)?.id ?? '';
	};

	test('counts in percent, and sends once more what surely did not arrive, and that once', async () => {
		const [arrived, lost, wrong] = ['09120000061', '09120000062', '09120000063'];
		n8n.sandbox.setDelivery({ deliveredAfter: 0, failed: [lost, wrong] });
		const row = async (phone: string, text: string) => ({
			phone,
			text,
			outcome: 'accepted',
			messageId: await sent(phone, text),
			status: 'Sent',
			final: 'yes',
		});
		await table.add([
			await row(arrived, 'Hello 1'),
			await row(lost, 'Hello 2'),
			await row(wrong, 'Hello 3'),
			// Nobody knows of these: mistyped, and without an ID.
			{ phone: '09120000064', text: 'Hello 4', outcome: 'accepted', messageId: '9007199254700000' },
			{ phone: '09120000065', text: 'Hello 5', outcome: 'accepted', messageId: '' },
			// These were not sent.
			{ phone: '09120000066', text: 'Hello 6', outcome: 'rejected', messageId: '' },
			{ phone: '09120000067', text: 'Hello 7', outcome: 'unknown', messageId: '' },
		]);
		const before = n8n.sandbox.messages().length;
		const again = () =>
			n8n.sandbox
				.messages()
				.slice(before)
				.map(({ destination, message }) => [destination, message]);

		expect(await run()).toEqual([
			{ arrived: 'yes', texts: 1, percent: 20 },
			{ arrived: 'no', texts: 2, percent: 40 },
			{ arrived: 'maybe', texts: 2, percent: 40 },
		]);
		const second = [
			[lost, 'Hello 2'],
			[wrong, 'Hello 3'],
		];
		expect(again()).toEqual(second);
		const ids = n8n.sandbox.messages().map(({ id }) => id);
		const rows = (await table.rows()).map(({ messageId, status, final }) => [
			messageId,
			status,
			final,
		]);
		expect(rows.slice(0, 3)).toEqual([
			[ids[0], 'Sent', 'yes'],
			[ids[before], '', ''],
			[ids[before + 1], '', ''],
		]);

		// The second text to one of them arrives.
		n8n.sandbox.setDelivery({ deliveredAfter: 0, failed: [wrong] });
		// The next time it asks for the second texts, and sends no third.
		expect(await run()).toMatchObject([
			{ arrived: 'yes', texts: 2 },
			{ arrived: 'no', texts: 1 },
			{ arrived: 'maybe', texts: 2 },
		]);
		expect(again()).toEqual(second);
	});
}
