import { createHmac } from 'node:crypto';
import { Container } from '@n8n/di';
import { InstanceSettings } from 'n8n-core';
import {
	bulk,
	CONTINUE,
	ends as endsOf,
	fakeTime,
	type FaultAction,
	grouped,
	type IDataObject,
	type INode,
	type INodeParameters,
	LOST,
	numberOf,
	numbers,
	pairOf,
	playVoiceFile,
	REFUSED,
	RETRY,
	rowsFor,
	type RunResult,
	said,
	send,
	SEND,
	sendCode,
	staged,
	strikes,
} from '../stage/index.ts';

import { sameNumber } from '../../../nodes/SmsVoiceGateway/numbers/digits.ts';

/** What another retry has on its way is waited for for a minute. */
const time = fakeTime();
const { sandbox, run, received, givenIds, table, store } = staged('legacy', time.around);

const sendEach = (changes: INodeParameters = {}) =>
	send({ destination: '={{ $json.to }}', message: '={{ $json.text }}', ...changes });

/** One execution: the first, or n8n's Retry of the last one, or of another; with the workflow as it is then saved. */
interface Step {
	/** The row that is refused, or meets something else; without one all is well. */
	at?: number;
	fault?: FaultAction;
	/** Whether that happens once, so that Retry On Fail makes it good. */
	once?: true;
	saved?: INodeParameters;
	node?: Partial<INode>;
	/** The place of the step that is retried. */
	of?: number;
	/** Whether n8n can't note that it is. */
	isFull?: boolean;
	/** Which rows have had a message so far; or how many of them, in order and once. */
	got: string | number;
	ends?: string;
	error?: string;
	advice?: string;
	hint?: string;
}

let executions = 0;

async function play(
	rows: IDataObject[],
	steps: Step[],
	parameters = sendEach(),
	usual: Partial<INode> = {},
): Promise<RunResult[]> {
	const results: RunResult[] = [];
	for (const { at, fault = REFUSED, saved = parameters, node = usual, ...one } of steps) {
		sandbox().setFaults(at === undefined ? [] : [strikes(at, fault, one.once && 1)]);
		store.beforeWrite = ({ scope }) => {
			if (one.isFull && scope === 'node') throw new Error('the disk is full');
		};
		const retried = results.at(one.of ?? -1);
		const more = retried === undefined ? {} : { retryOf: retried.run };
		const executionId = String(++executions);
		const result = await run(saved, { rows, node, executionId, ...more });
		results.push(result);
		const { error, items, hints } = result;
		const isRight = (at === undefined || one.once) && one.error === undefined;
		expect([error?.message ?? ''].map(Boolean)).toEqual([!isRight]);
		const all = received().map((to) => Number(to.slice(4)));
		const told = typeof one.got === 'number' ? [...Array(one.got).keys()].join(' ') : one.got;
		expect(all.join(' ')).toBe(told);
		if (one.ends !== undefined) expect(endsOf(items)).toBe(one.ends);
		if (one.hint !== undefined) expect(hints[0]?.message).toEqual(said(one.hint));
		if (one.error !== undefined) expect(error?.message).toEqual(said(one.error));
		if (one.advice !== undefined) expect(error?.description).toEqual(said(one.advice));
	}
	return results;
}

const TWELVE = { at: 12, got: 12 };
const lost = (...then: Step[]): Step[] => [{ at: 2, fault: LOST, got: 3 }, ...then];
const quoted = rowsFor(4).map((row) => ({ ...row, text: 'It’s here' }));
const NATIONAL = { countryCode: '98', nationalLength: 10, trunkPrefix: '0', writeAs: 'national' };
const reformed = grouped({ numberFormat: NATIONAL, text: { plainPunctuation: true } });
const each = (...rows: number[]) =>
	sendEach({
		destination: `={{ ${JSON.stringify(rows.map(numberOf))}[$itemIndex] }}`,
		message: 'Hello',
	});
const keyed = sendEach({ options: grouped({ sendOnce: { by: 'key', key: '={{ $json.text }}' } }) });
const twice = '2 accepted, 2 duplicate, 2 accepted';
const resending = sendEach({ options: { resendUnknown: true } });
const IN_DOUBT = 'Not sent again: an earlier execution may have sent this item…';

test.each<[string, IDataObject[], Step[], INodeParameters?, Partial<INode>?]>([
	[
		'sends nothing twice where it fails again, and again',
		rowsFor(20),
		[TWELVE, { at: 16, got: 16 }, { at: 18, got: 18 }, { got: 20, ends: '20 accepted' }],
	],
	[
		'keeps what was sent where it can send nothing itself, because a row is wrong',
		rowsFor(20),
		[
			TWELVE,
			{
				got: 12,
				error: "'To' of item 2…",
				saved: sendEach({ destination: '={{ $itemIndex === 2 ? "x" : $json.to }}' }),
			},
			{ got: 20 },
		],
	],
	[
		'has the saved workflow send what was changed, and only that',
		rowsFor(14),
		[
			TWELVE,
			{
				got: '0 1 2 3 4 5 6 7 8 9 10 11 4 12 13',
				ends: '14 accepted',
				saved: sendEach({
					message: '={{ $itemIndex === 4 ? "Corrected" : $json.text }}',
					source: '4000',
				}),
			},
		],
	],
	[
		'knows a row again in the form of another Number Format, and with plain punctuation',

		quoted,
		[
			{ at: 3, got: 3 },
			{ got: 4, saved: sendEach({ options: reformed }) },
		],
	],
	[
		'sends a message as often as it is meant: twice the same row, of which one had left',
		[...rowsFor(1), ...rowsFor(2)],
		[
			{ at: 1, got: '0 0' },
			{ got: '0 0 1', saved: sendEach({ source: '4000' }) },
		],
	],
	[
		'of a workflow with other rows in the places of what was sent, that fails too, sends nothing twice',
		rowsFor(3),
		[
			{ at: 2, got: '0 1' },
			{ at: 2, saved: each(3, 0, 2), got: '0 1 3' },
			{ saved: each(0, 3, 2), got: '0 1 3 2' },
			{ saved: each(1, 0, 3), got: '0 1 3 2', of: 1 },
		],
		each(0, 1, 2),
	],
	[
		'leaves unknown what may have been sent, and sends nothing',
		rowsFor(5),
		lost({
			error: 'Not sent again: the execution that is retried could not tell whether it was sent',
			advice: "…set 'On Error' of the node to continue…",
			got: 3,
		}),
	],
	[
		'keeps back none of the others where the saved workflow continues on errors',
		rowsFor(5),
		lost({ node: CONTINUE, ends: '2 accepted, 1 unknown, 2 accepted', got: 5 }),
	],
	[
		'counts what its first try has sent, with Retry On Fail, as its own',
		rowsFor(6),
		[
			{ at: 2, got: 2 },
			{ at: 4, once: true, node: RETRY, got: 6, hint: '6 rows: 4 accepted, 2 accepted before…' },
		],
	],
	[
		'sends what may have been sent again with Resend Unknown',
		rowsFor(5),
		lost({
			saved: resending,
			got: '0 1 2 2 3 4',
			ends: '5 accepted',
			hint: '5 rows: 3 accepted, 2 accepted before this retry.…',
		}),
	],
	[
		'leaves in doubt what it can not ask for',
		rowsFor(5),
		lost(
			{ saved: resending, got: '0 1 2 2 3 4' },
			{ of: 0, isFull: true, error: 'Not sent again: the execution…', got: '0 1 2 2 3 4' },
		),
	],
	[
		'keeps as accepted what its own first try has sent again',
		rowsFor(5),
		lost({
			saved: resending,
			at: 4,
			once: true,
			node: RETRY,
			got: '0 1 2 2 3 4',
			ends: '5 accepted',
		}),
	],
	[
		'is told where another one, with Resend Unknown, has sent what was in doubt',
		rowsFor(5),
		lost(
			{ saved: resending, got: '0 1 2 2 3 4' },
			{ of: 0, got: '0 1 2 2 3 4', ends: '2 accepted, 3 duplicate' },
		),
	],
	[
		'sends again what a retry with Resend Unknown has left in doubt once more, and no other retry does',
		rowsFor(4),
		lost(
			{
				saved: resending,
				at: 2,
				fault: LOST,
				error: '…was lost before an answer came',
				got: '0 1 2 2',
			},
			{ saved: resending, got: '0 1 2 2 2 3', ends: '4 accepted' },
			{ of: 0, saved: resending, got: '0 1 2 2 2 3', ends: '2 accepted, 2 duplicate' },
			{ of: 1, saved: resending, got: '0 1 2 2 2 3', ends: '2 accepted, 2 duplicate' },
		),
	],
	[
		'leaves what another one has in doubt to that one and its retries, whatever is set',
		rowsFor(4),
		[
			{ at: 2, got: '0 1' },
			{ at: 2, fault: LOST, got: '0 1 2' },
			{
				of: 0,
				error: IN_DOUBT,
				advice: "…retry that execution with 'Resend Unknown'…",
				got: '0 1 2 3',
			},
			{ of: 2, saved: resending, error: IN_DOUBT, got: '0 1 2 3' },
			{ of: 1, saved: resending, got: '0 1 2 3 2', ends: '3 accepted, 1 duplicate' },
			{ of: 2, saved: resending, got: '0 1 2 3 2', ends: '2 accepted, 1 duplicate, 1 accepted' },
			{ of: 0, got: '0 1 2 3 2', ends: '2 accepted, 2 duplicate' },
		],
	],
	[
		'sends nothing that an earlier one of the same execution has sent, and the rest',
		rowsFor(6),
		[
			{ at: 2, got: 2 },
			{ at: 4, got: 4 },
			{ of: 0, ends: twice, got: 6 },
		],
	],
	[
		'sends nothing that an earlier one has sent, with copies and in another order',
		[...rowsFor(2), ...rowsFor(2)],
		[
			{ at: 1, got: '0' },
			{ saved: each(1, 0, 0, 1), got: '0 1 0 1', ends: '4 accepted' },
			{ of: 0, saved: each(0, 1, 1, 0), got: '0 1 0 1', ends: '1 accepted, 3 duplicate' },
		],
		each(0, 1, 0, 1),
	],
	[
		'leaves rows with a unique key to their keys',
		rowsFor(6),
		[
			{ at: 2, got: 2 },
			{ at: 4, got: 4 },
			{ of: 0, ends: twice, got: 6 },
		],
		keyed,
	],
	[
		'sends nothing where n8n can not note that it is retried',
		rowsFor(6),
		[
			{ at: 2, got: 2 },
			{ isFull: true, error: '…', advice: '…the disk is full…', got: 2 },
			{ got: 6 },
		],
	],
] as never)("n8n's Retry of an execution that failed %s", async (_, rows, steps, ...more) => {
	await play(rows, steps, ...more);
});

test.each([
	['Send', sendEach()],
	['Send Bulk', bulk({ speed: { values: { batchSize: 1 } } })],
	['Play Voice File', playVoiceFile({ destination: '={{ $json.to }}' })],
	['Send Code', sendCode({ destination: '={{ $json.to }}' })],
])("n8n's Retry of %s gives the ids of what was sent", async (_, parameters) => {
	const hint = '20 rows: 8 accepted, 12 accepted before this retry.…';
	const then = { got: 20, ends: '20 accepted', hint };
	const [first, retry] = await play(rowsFor(20), [TWELVE, then], parameters);
	const ids = retry?.json.map(
		({ messageId, messageIds, callId }) => messageId ?? messageIds ?? callId,
	);
	expect(ids?.flat()).toEqual(givenIds());
	expect(retry?.items.map(pairOf)).toEqual([...Array(20).keys()]);
	expect(first?.error?.description).toContain(
		"n8n's Retry sends only the rest, what is behind a refused row",
	);
});

test('several retries of an execution that begin at the same moment send nothing twice', async () => {
	const [first] = await play(rowsFor(6), [{ at: 2, got: 2 }]);
	sandbox().setFaults([]);
	const retry = async (executionId: string) =>
		await run(sendEach(), { rows: rowsFor(6), executionId, retryOf: first?.run as never });
	await Promise.all(['a', 'b', 'c'].map(retry));
	expect(received()).toEqual(numbers(6));
});

describe("what stays in the execution's data", () => {
	const contextOf = (result: RunResult | undefined) =>
		JSON.stringify(result?.run.data.executionData?.contextData ?? {});
	const code = sendCode({ code: '048213', destination: '={{ $json.to }}' });

	test('is little, and holds no number, no text and no code', async () => {
		const alone = bulk({ speed: { values: { batchSize: 1 } } });
		const kept = contextOf((await play(rowsFor(300), [{ at: 299, got: 299 }], alone))[0]);
		expect(kept.length).toBeLessThan(100 * 300);
		expect(kept).not.toMatch(/0912|Hello/);
		sandbox().reset();
		const called = contextOf((await play(rowsFor(2), [{ at: 1, got: 1 }], code))[0]);
		expect(called).toContain('sent');
		expect(called).not.toContain('048213');
	});

	test("is a hash that can't be tried out with the id of the n8n, which every exported workflow has", async () => {
		const kept = contextOf((await play(rowsFor(2), [{ at: 1, got: 1 }], code))[0]);
		const [, hash = ''] = /\[\[\\+"([\w-]{11})\\+"/.exec(kept) ?? [];
		expect(hash).toHaveLength(11);
		const content = JSON.stringify([[sameNumber(numberOf(0))], [['code', '048213']]]);
		const tried = createHmac('sha256', Container.get(InstanceSettings).instanceId).update(content);
		expect(tried.digest('base64url').slice(0, 11)).not.toBe(hash);
	});

	test('is nothing of a run that succeeds, and nothing is left by a retry that does', async () => {
		const [right] = await play(rowsFor(3), [{ got: 3 }]);
		sandbox().reset();
		const [, retry] = await play(rowsFor(3), [{ at: 2, got: 2 }, { got: 3 }]);
		for (const one of [right, retry]) expect(contextOf(one)).not.toContain('sent');
	});
});

const fails = (options: IDataObject, fault: FaultAction, advice: string) => ({
	options,
	rows: 3,
	fault: [strikes(1, fault)],
	error: '…',
	advice,
	asks: '0 1',
});
const AGAIN = "'Execute workflow' sends all again, unless 'Send Once' has a Key or a Campaign.…";
const ONCE = { sendOnce: { by: 'text', campaign: 'spring' } };
table('what the error says of the next click', SEND, {
	'names both buttons where some were accepted': [
		fails(
			{},
			REFUSED,
			`…n8n's Retry sends only the rest, what is behind a refused row …; ${AGAIN}`,
		),
		fails(
			ONCE,
			REFUSED,
			"…n8n's Retry sends only the rest, …; 'Execute workflow' sends only the rest.…",
		),
	],
	'says what keeps the rest back where something may have been sent': fails(
		{},
		LOST,
		"…n8n's Retry sends none of these again, and the rest once 'On Error' is set to continue;…",
	),
});

test('the error says nothing of a next click where nothing was accepted', async () => {
	sandbox().setFaults([{ fault: REFUSED }]);
	const { error } = await run(sendEach(), { rows: rowsFor(3) });
	expect(error?.description).not.toContain('Retry');
});
