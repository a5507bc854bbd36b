import { ALL_THAT_SEND, getCredit, SEND, sendAndWait, staged } from '../stage/index.ts';

const { sandbox, check, table } = staged();

const [MINE, OTHER] = ['09121111111', '09352222222'] as const;
const login = { testNumbers: MINE };
const KEYED = { sendOnce: { by: 'key', key: '={{ $json.key }}' } };
const FORMAT = { countryCode: '98', nationalLength: 10, trunkPrefix: '0', writeAs: 'national' };

table('with test numbers in the credential,', ALL_THAT_SEND, {
	'sends to these only, shows the others as a dry run does, and says so': {
		login,
		rows: [MINE, OTHER, MINE],
		ends: '1 accepted, 1 dryRun, 1 accepted',
		sent: [MINE, MINE],
		warns: [
			undefined,
			[`Not sent: ${OTHER} is none of the 'Test Numbers' of the credential`],
			undefined,
		],
		hint: "3 rows: 2 accepted, 1 held back by 'Test Numbers'.…",
	},
	'records no key of what it only shows': [
		{ login, options: KEYED, rows: [MINE, OTHER], sent: [MINE] },
		{ options: KEYED, rows: [MINE, OTHER], ends: '1 duplicate, 1 accepted', sent: [OTHER] },
	],
});

test.each(ALL_THAT_SEND)('%s asks nothing where no row goes to one', async (_, parameters) => {
	await check({ login, rows: [OTHER, OTHER], ends: '2 dryRun' }, parameters);
	expect(sandbox().requests()).toEqual([]);
});

table('test numbers', SEND, {
	'are known in the writing that is sent': {
		options: { numberFormat: FORMAT },
		login: { testNumbers: '00989121111111; 09110000000' },
		rows: ['+98 912 111 1111', '9121111111', MINE, OTHER],
		ends: '3 accepted, 1 dryRun',
	},
	'hold back a text to several numbers, one of them another': {
		login,
		rows: [`${MINE}, ${OTHER}`],
		ends: '1 dryRun',
		requests: 0,
	},
	'hold back an agent’s tool too': {
		login,
		rows: [OTHER],
		more: { asTool: true },
		ends: '1 dryRun',
		requests: 0,
		warns: [['…Test Numbers…']],
	},
	'hold nobody back where there are none': [
		{ login: { testNumbers: '' }, rows: [OTHER], ends: '1 accepted' },
		{ login: {}, rows: [OTHER], ends: '1 accepted' },
	],
	...Object.fromEntries(
		['Sara', '12', ' ', ','].map((testNumbers) => [
			`are refused before anything is sent: ${JSON.stringify(testNumbers)}`,
			{ login: { testNumbers }, error: "'Test Numbers' of the credential …" },
		]),
	),
});

test('a question to another number is not asked, and nobody is waited for', async () => {
	const line = { login, ends: '1 dryRun', requests: 0 };
	const { run } = await check(line, () => sendAndWait({ destination: OTHER }));
	expect(run.status).toBe('success');
	await check({ login, json: [{ credit: 1000 }] }, () => getCredit);
});
