import {
	ALL_THAT_SEND,
	bulk,
	gateway,
	type IDataObject,
	outcomesOf,
	send,
	sendBulk,
} from '../stage/index.ts';

const { sandbox, run, credentials, bodies, received } = gateway();

const IRAN = { values: { countryCode: '98', writeAs: 'international' } };
const rows = [{ to: '0912 123 0001', text: 'Hello' }];
const withOwn = (own: IDataObject) => ({ rows, credentials: credentials(own) });

describe('Default From of the credential', () => {
	test.each([
		['Send', send({ source: '', destination: '={{ $json.to }}' })],
		['Send Bulk', sendBulk({ source: '', destination: '={{ $json.to }}', message: 'Hello' })],
	])("is the sender where a node's From is empty: %s", async (_, parameters) => {
		await run(parameters, withOwn({ defaultSource: ' 3000 ' }));
		expect(JSON.stringify(bodies())).toContain('"source":"3000"');
	});

	test("is none where a node's From is given, or is an expression that gives nothing", async () => {
		const own = withOwn({ defaultSource: '3000' });
		await run(send({ source: '5000', destination: '={{ $json.to }}' }), own);
		expect(JSON.stringify(bodies())).toContain('"source":"5000"');
		const { error } = await run(send({ source: '={{ $json.nope }}' }), own);
		expect(error?.message).toContain("'From' of item 0 is empty");
		// And it does not have to be there.
		const without = await run(send({ source: '' }), withOwn({ defaultSource: '' }));
		expect(without.error?.message).toContain("'From' of item 0 is empty");
		expect(bodies()).toHaveLength(1);
	});
});

describe('Number Format of the credential', () => {
	test.each(ALL_THAT_SEND)(
		'writes the numbers of a node that has none: %s',
		async (_, parameters) => {
			const { items } = await run(parameters({}), withOwn({ numberFormat: IRAN }));
			expect(outcomesOf(items)).toEqual(['accepted']);
			expect(received()).toEqual(['989121230001']);
		},
	);

	test('gives way to that of a node', async () => {
		const numberFormat = { values: { countryCode: '98', writeAs: 'zeros' } };
		await run(bulk({ numberFormat }), withOwn({ numberFormat: IRAN }));
		expect(received()).toEqual(['00989121230001']);
	});

	test.each([{}, undefined, { values: undefined }])(
		'is none where nothing was added: %j',
		async (none) => {
			await run(bulk(), withOwn({ numberFormat: none as unknown as IDataObject }));
			expect(received()).toEqual(['09121230001']);
		},
	);
});

test.each([
	[{ defaultSource: '12x' }, 'Default From', undefined],
	[{ defaultSource: '  ' }, "'Default From' of the credential is empty", 'is empty'],
	[
		{ numberFormat: { values: { countryCode: '' } } },
		"'Number Format' of the credential has a 'Country Code' which is empty",
		'x',
	],
	[{ testNumbers: '  ' }, "'Test Numbers' of the credential", 'x'],
])(
	'what is wrong in the credential is said before anything leaves: %j',
	async (own, words, isWrong) => {
		const { error } = await run(
			send({ source: '', destination: '={{ $json.to }}' }),
			withOwn(own as IDataObject),
		);
		if (isWrong === undefined) return expect(error).toBeUndefined();
		expect(error?.message).toContain(words);
		expect(sandbox().requests()).toEqual([]);
	},
);
