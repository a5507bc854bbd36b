import {
	ALL_THAT_SEND,
	CONTINUE,
	ends as endsOf,
	type IDataObject,
	itemsOf,
	numberOf,
	REFUSED,
	SEND,
	staged,
	TEXTS,
} from '../stage/index.ts';

const { sandbox, run, check, table, store } = staged();

const [SARA, ALI] = ['09121230001', '09121230002'];
const FORMAT = { countryCode: '98', nationalLength: 10, trunkPrefix: '0' };
const by = (sendOnce: object, more: object = {}) => ({ options: { sendOnce, ...more } });
const KEYED = by({ by: 'key', key: '={{ $json.key }}' });
const SPRING = { by: 'text', campaign: 'spring' };

table('Send Once by a key of', ALL_THAT_SEND, {
	'keeps a later execution from sending again, and shows the row': [
		{ ...KEYED, rows: 2, ends: '2 accepted' },
		{
			...KEYED,
			rows: 3,
			ends: '2 duplicate, 1 accepted',
			sent: [numberOf(2)],
		},
	],
	'may be used again where the message was refused': [
		{
			...KEYED,
			rows: 1,
			node: CONTINUE,
			fault: REFUSED,
			ends: '1 rejected',
			json: [{ advice: expect.not.stringContaining('could not be freed') }],
		},
		{ ...KEYED, rows: 1, ends: '1 accepted' },
	],
	'is refused where it is the same for all items': {
		...by({ by: 'key', key: 'A=1' }),
		rows: 2,
		error: `'Send Once → Key' is "A=1" for every item`,
		advice: '…Use an expression that differs by row…',
	},
	'may be the same for all items where there is one': {
		...by({ by: 'key', key: 'A' }),
		rows: 1,
		ends: '1 accepted',
	},
	'is refused where n8n hands items over one by one': {
		...KEYED,
		more: { routingOnly: true },
		error: "'Send Once' can't be kept where n8n runs…",
	},
});

test.each(ALL_THAT_SEND)(
	'Dry Run of %s asks for no key, and records none',
	async (_, parameters) => {
		const [sent = {}, fresh = {}] = itemsOf(2);
		await check({ ...KEYED, rows: [sent] }, parameters);
		store.calls = [];
		const hint =
			"…2 would be sent. … 'Send Once' looks up what was sent before only when it sends.";
		const line = { options: { ...KEYED.options, dryRun: true }, rows: [sent, fresh] };
		await check({ ...line, ends: '2 dryRun', hint }, parameters);
		expect(store.calls).toEqual([]);
	},
);

table('Send Once by a campaign of', ALL_THAT_SEND, {
	'sends a message once to a number, in whatever execution, and again in another campaign': [
		{ ...by(SPRING), rows: 2, ends: '2 accepted' },
		{ ...by(SPRING), rows: 4, ends: '2 duplicate, 2 accepted' },
		{ ...by({ ...SPRING, campaign: 'summer' }), rows: 1, ends: '1 accepted' },
	],
});

table('Send Once by a campaign', SEND, {
	"knows what was accepted in another 'Write As', and with other punctuation": [
		{
			...by(SPRING, { numberFormat: { ...FORMAT, writeAs: 'national' } }),
			other: { message: 'It’s here' },
			rows: ['9121234567', '+44 7911 123456'],
			sent: ['09121234567', '+447911123456'],
		},
		{
			...by(SPRING, {
				numberFormat: { ...FORMAT, writeAs: 'international' },
				text: { plainPunctuation: true },
			}),
			other: { message: 'It’s here' },
			rows: ['00989121234567', '00447911123456', '9121234568'],
			ends: '2 duplicate, 1 accepted',
			sent: ['989121234568'],
		},
	],
	'knows who got it together, in whatever order': [
		{ ...by(SPRING), rows: [`${SARA},${ALI}`], ends: '1 accepted' },
		{ ...by(SPRING), rows: [`${ALI}, ${SARA}`, SARA], ends: '1 duplicate, 1 accepted' },
	],
});

/** Countries whose numbers are dialled in different ways: with 0, with 8, with 06, and with nothing before them. */
const COUNTRIES: Record<string, { format: IDataObject; writings: string[] }> = {
	Iran: {
		format: { countryCode: '98', nationalLength: 10, trunkPrefix: '0' },
		writings: ['9125550001', '09125550001', '989125550001', '+989125550001', '00989125550001'],
	},
	Russia: {
		format: { countryCode: '7', nationalLength: 10, trunkPrefix: '8' },
		writings: ['9125550001', '89125550001', '79125550001', '+79125550001'],
	},
	Hungary: {
		format: { countryCode: '36', nationalLength: '8-9', trunkPrefix: '06' },
		writings: ['06301234567', '36301234567', '+36301234567'],
	},
	Spain: {
		format: { countryCode: '34', nationalLength: 9, trunkPrefix: '' },
		writings: ['34612345678', '+34612345678'],
	},
};
const WRITTEN = Object.entries(COUNTRIES).flatMap(([country, { format, writings }]) =>
	writings.map((one, index) => [country, one, writings.at(index - 1) ?? '', format] as const),
);
test.each(WRITTEN)(
	'a campaign in %s knows who has had it as %s, written %s later, with Number Format or without',
	async (country, one, other, format) => {
		const campaign = { by: 'text', campaign: `${country} ${one} ${other}` };
		const formatted = { numberFormat: { ...format, writeAs: 'international' } };
		await check({ ...by(campaign, formatted), rows: [one], ends: '1 accepted' }, SEND);
		await check({ ...by(campaign), rows: [one, other], ends: '2 duplicate' }, SEND);
		await check({ ...by(campaign, formatted), rows: [other], ends: '1 duplicate' }, SEND);
	},
);

table('a campaign', TEXTS, {
	'is known by its name as a person reads it': [
		{ ...by({ by: 'text', campaign: 'کيک  Sale ۱' }), rows: [SARA], ends: '1 accepted' },
		{ ...by({ by: 'text', campaign: ' کیک sale 1 ' }), rows: [SARA], ends: '1 duplicate' },
	],
	'knows a text as a person reads it': [
		{ ...by(SPRING), other: { message: 'Caf\u00e9\r\nopen' }, rows: [SARA], ends: '1 accepted' },
		{ ...by(SPRING), other: { message: 'Cafe\u0301\nopen ' }, rows: [SARA], ends: '1 duplicate' },
		{ ...by(SPRING), other: { message: 'caf\u00e9\nopen' }, rows: [SARA], ends: '1 accepted' },
	],
});

table('Send Once by the number', TEXTS, {
	'sends one text to each, whatever it says, in this run': {
		...by({ by: 'number' }),
		other: { message: '={{ $json.text }}' },
		rows: ['Voucher A', 'Voucher B'].map((text) => ({ to: SARA, text })),
		ends: '1 accepted, 1 duplicate',
	},
	'and under a name in all executions': [
		{ ...by({ by: 'number', campaign: 'vouchers' }), rows: [SARA], ends: '1 accepted' },
		{
			...by({ by: 'number', campaign: 'Vouchers' }),
			other: { message: 'Another' },
			rows: [SARA, ALI],
			ends: '1 duplicate, 1 accepted',
		},
		{ ...by({ by: 'text', campaign: 'vouchers' }), rows: [SARA], ends: '1 accepted' },
	],
});

const ONCE = { by: 'text' };

table('Send Once in this run of', ALL_THAT_SEND, {
	'sends a list once to each number, and says which rows were not sent for that': [
		{
			...by(ONCE),
			rows: [SARA, ALI, SARA, SARA],
			ends: '2 accepted, 2 duplicate',
			sent: [SARA, ALI],
		},
		// By nothing else: the next run sends all again.
		{ ...by(ONCE), rows: [SARA], ends: '1 accepted' },
	],
	'shows it in a dry run': {
		...by(ONCE, { dryRun: true }),
		rows: [SARA, SARA],
		ends: '1 dryRun, 1 duplicate',
	},
	'takes no row for sent whose equal is only shown': {
		...by(ONCE, { dryRun: '={{ $json.dry }}' }),
		rows: [true, false].map((dry) => ({ to: SARA, dry })),
		ends: '1 dryRun, 1 accepted',
	},
	'leaves out what would go twice before it counts for Max Messages': {
		...by(ONCE, { limits: { maxMessages: 2 } }),
		rows: [SARA, SARA, ALI, SARA],
		ends: '1 accepted, 1 duplicate, 1 accepted, 1 duplicate',
	},
	'does not send a row that was refused by its equal either': {
		...by(ONCE),
		rows: [SARA, SARA],
		node: CONTINUE,
		fault: [{ times: 1, fault: REFUSED }],
		ends: '1 rejected, 1 duplicate',
		requests: 1,
	},
});

test('Send Once in this run knows whom an earlier round of its execution has sent to, and not whom it has not', async () => {
	const saying = (message: string) => SEND({ sendOnce: { values: { by: 'number' } } }, { message });
	const fault = { kind: 'refuse', code: 1003, message: 'no' } as const;
	sandbox().setFaults([{ match: { destination: ALI }, fault }]);
	const rows = [{ to: SARA }, { to: ALI }];
	const first = await run(saying('Hello'), { rows, executionId: 'first' });
	expect(first.error).toBeDefined();
	sandbox().setFaults([]);
	// n8n keeps a node's data over the rounds of an execution, and gives it to its retry.
	const later = { rows, executionId: 'later', retryOf: first.run };
	const { items } = await run(saying('Goodbye'), later);
	expect(endsOf(items)).toBe('1 duplicate, 1 accepted');
});
