import { expect, test } from '@jest/globals';

import { CONTINUE, LOST, REFUSED } from '../stage/modes.ts';
import { ALL_THAT_SEND, bulk, SEND, TEXTS } from '../stage/operations.ts';
import { numberOf, numbers } from '../stage/rows.ts';
import { itemsOf, staged } from '../stage/table.ts';
import { deduplicator } from '../stage/deduplicator.ts';

const { check, table } = staged();
const store = deduplicator();

const [SARA, ALI] = ['09121230001', '09121230002'];
const FORMAT = { countryCode: '98', nationalLength: 10, trunkPrefix: '0' };
const by = (sendOnce: object, more: object = {}) => ({ options: { sendOnce, ...more } });
const KEYED = by({ by: 'key', key: '={{ $json.key }}' });
const SPRING = { by: 'campaign', campaign: 'spring' };
const [first = ''] = numbers(1);

table('Send Once by a key of', ALL_THAT_SEND, {
	'keeps a later execution from sending again, and shows the row': [
		{ ...KEYED, rows: 2, ends: '2 accepted' },
		{
			...{ ...KEYED, rows: 3 },
			ends: '2 duplicate, 1 accepted',
			sent: [numberOf(2)],
		},
	],
	'may be used again where the message was refused': [
		{ ...KEYED, rows: 1, node: CONTINUE, fault: REFUSED, ends: '1 rejected' },
		{ ...KEYED, rows: 1, ends: '1 accepted' },
	],
	'is refused where it is the same for all items': {
		...{ ...by({ by: 'key', key: 'A' }), rows: 2 },
		error: `'Send Once → Key' is "A" for every item`,
	},
	'is refused where n8n hands items over one by one': {
		...{ ...KEYED, more: { routingOnly: true } },
		error: "'Send Once' can't be kept where n8n runs…",
	},
	'is shown by a dry run, which records none': [
		{
			...{ options: { ...KEYED.options, dryRun: true }, rows: [first, first] },
			ends: '1 dryRun, 1 duplicate',
		},
		{ ...KEYED, rows: [first], ends: '1 accepted' },
	],
});

test.each(ALL_THAT_SEND)(
	'Dry Run of %s shows what an earlier execution has sent as a duplicate, or may have, and records nothing',
	async (_, parameters) => {
		const dry = { options: { ...KEYED.options, dryRun: true } };
		const [sent = {}, lost = {}, fresh = {}] = itemsOf(3);
		await check({ ...KEYED, rows: [sent] }, parameters);
		const fault = [{ times: 1, fault: LOST }];
		await check({ ...KEYED, rows: [lost], node: CONTINUE, fault, ends: '1 unknown' }, parameters);
		const before = [...(store.entries('node') ?? [])];
		const all = { rows: [sent, lost, fresh], node: CONTINUE };
		await check(
			{
				...{ ...dry, ...all, ends: '1 duplicate, 2 dryRun' },
				warns: [undefined, ["…as 'unknown'…"], undefined],
				hint: '…2 would be sent, 1 duplicate…',
			},
			parameters,
		);
		expect(store.entries('node')).toEqual(before);
		// As it then is.
		await check({ ...KEYED, ...all, ends: '1 duplicate, 1 unknown, 1 accepted' }, parameters);
		store.beforeWrite = () => {
			throw new Error('disk full');
		};
		await check({ ...dry, rows: 2, ends: '2 dryRun' }, parameters);
	},
);

table('Send Once by a campaign of', ALL_THAT_SEND, {
	'sends a message once to a number, in whatever execution, and again in another campaign': [
		{ ...by(SPRING), rows: 2, ends: '2 accepted' },
		{ ...by(SPRING), rows: 4, ends: '2 duplicate, 2 accepted' },
		{ ...by({ ...SPRING, campaign: 'summer' }), rows: 1, ends: '1 accepted' },
	],
	'sends the second of two rows with one number and message not at all': {
		...{ ...by(SPRING, { speed: { batchSize: 10 } }), rows: [first, first] },
		...{ ends: '1 accepted, 1 duplicate', sent: 1 },
	},
});

table('Send Once by a campaign', SEND, {
	'knows a number in whatever form it is given': {
		...by(SPRING, { numberFormat: { ...FORMAT, writeAs: 'national' }, dryRun: true }),
		...{ rows: ['9121234567', '+989121234567'], ends: '1 dryRun, 1 duplicate' },
	},
	"knows what was accepted in another 'Write As', and with other punctuation": [
		{
			...by(SPRING, { numberFormat: { ...FORMAT, writeAs: 'national' } }),
			...{ other: { message: 'It’s here' }, rows: ['9121234567', '+44 7911 123456'] },
			sent: ['09121234567', '+447911123456'],
		},
		{
			...by(SPRING, {
				numberFormat: { ...FORMAT, writeAs: 'international' },
				text: { plainPunctuation: true },
			}),
			other: { message: 'It’s here' },
			rows: ['00989121234567', '00447911123456', '9121234568'],
			...{ ends: '2 duplicate, 1 accepted', sent: ['989121234568'] },
		},
	],
});

test('a campaign sends another text to the same number, and knows the same text from another operation', async () => {
	const rows = ['one', 'two', 'one'].map((text) => ({ to: first, text }));
	const other = { message: '={{ $json.text }}' };
	await check({ ...by(SPRING), other, rows, ends: '2 accepted, 1 duplicate' }, SEND);
	const more = ['two', 'three'].map((text) => ({ to: first, text }));
	await check({ ...by(SPRING), rows: more, ends: '1 duplicate, 1 accepted' }, bulk);
});

/** A number in all its writings, and those that another run may have it in, with a format and without. */
const ENDS = '5550001';
const WRITTEN = ['', '0', '98', '+98', '0098'].map((before) => `${before}912${ENDS}`);
test.each(WRITTEN.flatMap((one) => WRITTEN.map((other) => [one, other])))(
	'a campaign knows who has had it as %s, with Number Format or without, where %s is written with it',
	async (one, other) => {
		for (const writeAs of ['national', 'international', 'zeros']) {
			const format = { numberFormat: { ...FORMAT, writeAs } };
			const campaign = { by: 'campaign', campaign: `${writeAs} ${one} ${other}` };
			// Which the service refuses as it is.
			if (!one.startsWith('+')) {
				await check({ ...by(campaign), rows: [one], ends: '1 accepted' }, SEND);
				await check({ ...by(campaign, format), rows: [one], ends: '1 duplicate' }, SEND);
			}
			const again = { by: 'campaign', campaign: `again ${writeAs} ${one} ${other}` };
			const { json } = await check({ ...by(again, format), rows: [one], ends: '1 accepted' }, SEND);
			await check({ ...by(again, format), rows: [other], ends: '1 duplicate' }, SEND);
			// As it left, and as it was written.
			const [left] = json[0]?.destinations as string[];
			const rows = [one, left ?? ''];
			await check({ ...by(again), rows, ends: '2 duplicate' }, SEND);
		}
	},
);

const ONCE = { by: 'run' };

table('Send Once in this run of', ALL_THAT_SEND, {
	'sends a list once to each number, and says which rows were not sent for that': [
		{
			...{ ...by(ONCE), rows: [SARA, ALI, SARA, SARA], ends: '2 accepted, 2 duplicate' },
			sent: [SARA, ALI],
		},
		// By nothing else: the next run sends all again.
		{ ...by(ONCE), rows: [SARA], ends: '1 accepted' },
	],
	'knows a number in any of its writings, where Number Format tells them': {
		...by(ONCE, { numberFormat: { countryCode: '98', writeAs: 'national' } }),
		...{ rows: [SARA, `+98${SARA.slice(1)}`], ends: '1 accepted, 1 duplicate' },
	},
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
		...{ rows: [SARA, SARA, ALI, SARA], ends: '1 accepted, 1 duplicate, 1 accepted, 1 duplicate' },
	},
	'does not send a row that was refused by its equal either': {
		...{ ...by(ONCE), rows: [SARA, SARA], node: CONTINUE, fault: [{ times: 1, fault: REFUSED }] },
		...{ ends: '1 rejected, 1 duplicate', requests: 1 },
	},
});

table('Send Once in this run', TEXTS, {
	'sends another text to the same number': {
		...{ ...by(ONCE), other: { message: '={{ $json.text }}' } },
		...{ rows: ['Hello', 'Goodbye'].map((text) => ({ to: SARA, text })), ends: '2 accepted' },
	},
});
