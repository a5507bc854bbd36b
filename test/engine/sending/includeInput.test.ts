import {
	CONTINUE,
	gateway,
	getCredit,
	getStatus,
	type IDataObject,
	type INodeParameters,
	playVoiceFile,
	send,
	sendBulk,
	sendCode,
} from '../stage/index.ts';

const { run } = gateway();

const row = { name: 'Sara', to: '09121234567', outcome: 'mine', tags: { a: 1 } };
const OTHERS = ['name', 'to', 'tags'];
const included = (parameters: INodeParameters, options: IDataObject = {}) =>
	({ ...parameters, options: { includeInput: true, ...options } }) as INodeParameters;
const to = { destination: '={{ $json.to }}' };

test.each([
	['send', send(to)],
	['sendBulk', sendBulk(to)],
	['playVoiceFile', playVoiceFile(to)],
	['getStatus', getStatus()],
	['getCredit', getCredit],
])(
	"a result of %s has its item's fields before its own, whose names are its own",
	async (_, parameters) => {
		const without = await run(parameters, { rows: [row] });
		const { json, items } = await run(included(parameters), { rows: [row] });
		const own = Object.keys(without.json[0] ?? {});
		const names = Object.keys(json[0] ?? {});
		const isSent = own.includes('outcome');
		expect(names.filter((name) => name in row && !own.includes(name))).toEqual(
			Object.keys(row).filter((name) => !isSent || name !== 'outcome'),
		);
		expect(names).toEqual([...(isSent ? OTHERS : Object.keys(row)), ...own]);
		expect(json[0]).toMatchObject({ name: 'Sara', tags: { a: 1 } });
		if (isSent) expect(json[0]?.outcome).toBe('accepted');
		expect(items[0]?.pairedItem).toEqual({ item: 0 });
	},
);

/** What an earlier sending has left in the columns of a sheet. */
const OLD = {
	messageId: '5270000002',
	messageIds: ['5270000002'],
	error: 'old',
	advice: 'old',
	destination: 'old',
	httpStatus: 500,
	warnings: ['old'],
	batch: 9,
};

test.each([
	['send', send(to), ['messageIds', 'destinations']],
	['sendBulk', sendBulk(to), ['messageId', 'destination', 'batch']],
])('of %s no column of an earlier sending shows through', async (_, parameters, own) => {
	const rows = [
		{ ...row, ...OLD },
		{ ...row, ...OLD, to: '12' },
	];
	const options = { invalidRows: 'skip' };
	for (const [one, node] of [
		[{ ...parameters, options }, CONTINUE],
		[included(parameters, options), CONTINUE],
		[included(parameters, options), {}],
	] as const) {
		const { json } = await run(one as INodeParameters, { rows, node });
		const [sent = {}, wrong = {}] = json;
		expect(sent).toMatchObject({ outcome: 'accepted', error: null });
		expect(wrong).toMatchObject({ outcome: 'rejected', destination: '12' });
		for (const item of [sent, wrong]) {
			const shown = Object.entries(item).filter(([name, value]) => value === OLD[name as 'error']);
			expect(shown).toEqual([]);
		}
		expect(Object.keys(sent)).toEqual(expect.arrayContaining(own));
		expect(Object.keys(wrong)).not.toContain(own[0]);
	}
});

test('no code is shown', async () => {
	const code = await run(included(sendCode({ code: '={{ $json.code }}' })), {
		rows: [{ code: '048213' }],
	});
	expect(JSON.stringify(code.json)).not.toContain('048213');
});
