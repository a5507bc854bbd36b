import { openApart, publish, type Sandbox, type Served } from '../../e2e/n8n.ts';
import { copyOf, post, RECIPES_KEY } from './keyed.ts';

const FILE = 'order-comes-in.json';
const ORDER = {
	phone: '0912 000 0071',
	name: 'Sara',
	items: [
		{ name: 'cup', count: 2 },
		{ name: 'plate', count: 1 },
	],
};
const LOST = { fault: { kind: 'drop', when: 'after' } } as const;
const POOR = { fault: { kind: 'refuse', code: 1006, message: 'credit is not enough' } } as const;

/** The recipe of a shop's orders. */
export function orders(served: () => Served): () => void {
	let n8n: Served;
	let apart: Sandbox;
	let again: Promise<{ status: number; body: unknown }>;

	beforeAll(async () => {
		n8n = served();
		apart = await openApart(n8n);
		await n8n.host.importCredentials([RECIPES_KEY]);
		await n8n.host.importWorkflows([copyOf(FILE, 'order'), copyOf(FILE, 'order-apart', {}, true)]);
		await publish(n8n.server, 'order', 'order-apart');
		apart.setFaults([{ ...LOST, times: 1 }]);
		await post(n8n, 'order-apart', { ...ORDER, id: 7 });
		// It waits a minute for what nobody knows.
		again = post(n8n, 'order-apart', { ...ORDER, id: 7 });
	});

	beforeEach(() => n8n.sandbox.reset());

	const order = async (more: object) => await post(n8n, 'order', { ...ORDER, ...more });
	const texts = () => n8n.sandbox.messages().map(({ message }) => message);

	test('is texted once, however often the shop posts it, and the shop gets 200', async () => {
		const answers = [await order({ id: 1 }), await order({ id: 1 })];
		expect(answers).toMatchObject([
			{ status: 200, body: { outcome: 'accepted' } },
			{ status: 200, body: { outcome: 'duplicate' } },
		]);
		await order({ id: 2 });
		expect(texts()).toEqual(
			[1, 2].map((id) => `Hello Sara, thank you for your order ${id}: 2 cup, 1 plate`),
		);
	});

	test('posted twice at one moment is texted once, and both get 200', async () => {
		const answers = await Promise.all([order({ id: 3 }), order({ id: 3 })]);
		expect(answers.map(({ status }) => status)).toEqual([200, 200]);
		expect(texts()).toHaveLength(1);
	});

	test('that the service refuses gets 422 with its words, and is texted when it is posted again', async () => {
		n8n.sandbox.setFaults([{ ...POOR, times: 1 }]);
		expect(await order({ id: 4 })).toEqual({
			status: 422,
			body: {
				outcome: 'rejected',
				error: expect.stringContaining('credit is not enough'),
				advice: expect.any(String),
			},
		});
		expect(await order({ id: 4 })).toMatchObject({ status: 200, body: { outcome: 'accepted' } });
		expect(texts()).toHaveLength(1);
	});

	test.each([
		['without a name', { name: '' }, /\$json\.body\.name/],
		['without items', { items: undefined }, /\$json\.body\.items/],
		['with no item', { items: [] }, /\$json\.body\.items/],
		['with another number', { phone: '0912 555' }, /Number Format/],
		['without its number', { id: undefined }, /'Send Once → Key'/],
	])('%s gets 422 with the reason, and nobody gets a text', async (_, wrong, reason) => {
		const { status, body } = await order({ id: 5, ...wrong });
		expect([status, body]).toMatchObject([422, { error: expect.stringMatching(reason) }]);
		expect(n8n.sandbox.requests()).toEqual([]);
	});

	test('whose answer gets lost gets 502, as it may have been texted', async () => {
		n8n.sandbox.setFaults([LOST]);
		expect(await order({ id: 6 })).toMatchObject({ status: 502, body: { outcome: 'unknown' } });
		expect(texts()).toHaveLength(1);
	});

	test('from somebody without the header is none', async () => {
		expect((await post(n8n, 'order', { ...ORDER, id: 8 }, {})).status).toBe(403);
		expect(texts()).toEqual([]);
	});

	return () => {
		afterAll(async () => await (apart as Sandbox | undefined)?.close());

		test('that may have been texted is not texted when it is posted again, which gets 502', async () => {
			expect(await again).toMatchObject({ status: 502, body: { outcome: 'unknown' } });
			expect(apart.messages()).toHaveLength(1);
		});
	};
}
