import {
	answering,
	CONTINUE,
	getStatus,
	grouped,
	ID,
	type IDataObject,
	type INode,
	type INodeParameters,
	itemsOf,
	LOST,
	numberOf,
	outcomesOf,
	PATH,
	REFUSED,
	RETRY,
	said,
	SEND,
	staged,
	strikes,
	times,
} from '../stage/index.ts';

const { sandbox, credentials, run, check, table, front } = staged();

describe('what an earlier try has sent', () => {
	/** Runs rows of which the second fails at first, and `changes` what the next try finds, as another system may. */
	async function changedBetween(
		rows: IDataObject[],
		changes: (credential: IDataObject) => void,
		{ node = {}, options = {} }: { node?: Partial<INode>; options?: IDataObject } = {},
		fault = strikes(1, REFUSED, 1),
	) {
		sandbox().setFaults([fault]);
		const struck = fault.match?.destination ?? '';
		const { url: smsBaseUrl } = await front({
			delay: 0,
			arrives: (body) => body.includes(struck) && changes(credential),
		});
		const credential = credentials({ smsBaseUrl });
		const more = { rows, credentials: credential, node: { ...RETRY, ...node } };
		return await run(SEND(grouped(options)), more);
	}

	test('is not said to be wrong, nor not sent, where a later one finds wrong rows', async () => {
		const rows = itemsOf(4);
		const { error } = await changedBetween(rows, () => {
			for (const row of rows.slice(2)) row.to = 'nobody';
		});
		const ends = `…1 accepted (item 0, message id ${ID[0]}), 2 rejected (items 2–3), 1 not sent (item 1)…`;
		expect(error?.message).toBe('2 of 3 rows are wrong, so nothing more was sent');
		expect(error?.description).toEqual(said(ends));
	});

	test('is not hidden as a row to skip where nobody knows whether it was', async () => {
		const [row = {}] = itemsOf(1);
		const fault = strikes(0, { kind: 'status', status: 500, accept: true }, 1);
		const options = { invalidRows: 'skip' };
		const { error } = await changedBetween([row], () => (row.to = 'nobody'), { options }, fault);
		expect(error?.message).toContain('HTTP 500');
		expect(error?.description).toContain('It may have been sent.');
		expect(sandbox().messages()).toHaveLength(1);
	});

	test('stays so where a later one finds the credential wrong, or the credit too low', async () => {
		const wrong = (credential: IDataObject) => (credential.smsBaseUrl = 'nowhere');
		const { error } = await changedBetween(itemsOf(3), wrong);
		expect(error?.message).toContain("'SMS Base URL' of the credential");
		expect([error?.context?.itemIndex, error?.description]).toEqual([
			1,
			said('…1 accepted (item 0…'),
		]);
		const { items } = await changedBetween(itemsOf(3), wrong, { node: CONTINUE });
		expect(outcomesOf(items)).toEqual(['accepted', 'rejected', 'accepted']);
		const spent = () => sandbox().setAccount({ credit: 0 });
		const options = { limits: { minCredit: 1 } };
		const poor = (await changedBetween(itemsOf(3), spent, { options })).error;
		expect(poor?.message).toContain("The credit is 0, and 'Min Credit' is 1");
		expect(poor?.description).toEqual(said('…1 accepted (item 0…2 not sent (items 1–2)…'));
	});
});

const FILL_IN =
	'Fill it in; if it is an expression, check that this item has a value under exactly that name.';
const WAY_OUT =
	"Correct the rows, or add the option 'Invalid Rows' and choose Skip to send the others.";
const eleven = [...itemsOf(1000), ...times(11, { to: '' })];
const named = Array.from({ length: 10 }, (_, index) => `'To' of item ${1000 + index} is empty.`);

table('of wrong rows the error', SEND, {
	'names one, alone, in its own words': {
		rows: [''],
		error: "'To' of item 0 is empty",
		advice: FILL_IN,
	},
	'names one of several, with the way out': {
		rows: ['', numberOf(0)],
		error: "'To' of item 0 is empty",
		advice: `${FILL_IN} ${WAY_OUT} Nothing was sent; 2 rows: 1 rejected (item 0), 1 not sent (item 1).`,
	},
	'of which there are eleven names ten, in sentences, and counts the other': {
		rows: eleven,
		error: '11 of 1,011 rows are wrong, so nothing was sent',
		advice: `${named.join(' ')} And 1 more. ${FILL_IN} ${WAY_OUT} 1,011 rows: 11 rejected (items 1000–1010), 1,000 not sent (items 0–999).`,
	},
	'says both of two ways to be right': {
		rows: ['', '12', numberOf(0)],
		error: '…',
		advice: `…${FILL_IN} Check the number for missing or doubled digits. …`,
	},
});

table('wrong rows of a question', () => getStatus({ messageIds: '={{ $json.id }}' }), {
	'are told that nothing was asked, and of no option that it does not have': {
		rows: [{ id: '-1' }, { id: ID[0] }, { id: '-1' }],
		error: '2 of 3 rows are wrong, so nothing was asked',
		advice: `'Message IDs' of item 0 holds "-1", which is no message ID. 'Message IDs' of item 2 holds "-1", which is no message ID. Give the ID…3 rows: 2 rejected (items 0, 2), 1 not sent (item 1).`,
	},
});

const WANTED = "Nothing was sent, because 'Min Credit' wants the credit to be known first";
const limited = (more: INodeParameters = {}) => ({
	options: { limits: { minCredit: 10 }, ...more },
});
const lost = [{ match: { path: PATH.getCredit }, fault: LOST }];
const HINT =
	"Run 'Get Credit' to see what the service answers, or remove 'Min Credit'. 2 rows: 2 not sent…";

table('Min Credit', SEND, {
	'says that it is safe to run again where no answer came': {
		...limited(),
		fault: lost,
		error: '…',
		advice: '…so it is safe to run this again…',
	},
	'says what to do where the answer names no credit': {
		...limited(),
		rows: 2,
		fault: answering({ success: true }),
		error: `${WANTED}, and the answer names none`,
		advice: HINT,
	},
	'shows a credit that is no number': {
		...limited(),
		rows: 2,
		fault: answering({ meta: { status: 200 }, data: { credit: '12 rials' } }),
		error: `${WANTED}, and the answer has "12 rials", which is no plain number`,
		advice: HINT,
	},
	'tells a model that nothing was sent, also where no answer came': {
		...limited(),
		more: { asTool: true },
		fault: lost,
		error: `…${WANTED}: The connection to …Outcome: notSent.…`,
	},
});

test('Min Credit names the address that is wrong for the question, and asks nothing', async () => {
	const error = `${WANTED}: 'Call Base URL' of the credential is empty`;
	const line = { ...limited(), login: { callBaseUrl: '' }, error, advice: '…Enter it in full…' };
	const result = await check(line, SEND);
	expect(result.error?.context?.data).toMatchObject({ notSent: ['0'] });
	expect(sandbox().requests()).toEqual([]);
});
