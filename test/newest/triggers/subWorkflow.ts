import { callNode, come, ENDED, executionsOf, type Node, wired } from '../../e2e/n8n.ts';
import {
	accepted,
	answerTo,
	callHook,
	calledNode,
	CALLS,
	executes,
	hookedChain,
	pairing,
	recipients,
	send,
	type Subject,
} from './stage.ts';

const called = (id: string, nodes: Node[]) => {
	const all = [calledNode, ...nodes];
	return wired(
		id,
		all,
		nodes.map(({ name }, index) => [all[index]?.name ?? '', name]),
	);
};

const call = callNode('Call', { destination: '={{ $json.destinations[0] }}' });

const ways = [
	['once', true],
	['once', false],
	['each', true],
	['each', false],
] as const;
const nameOf = (mode: string, waits: boolean) => `sub-${mode}-${waits ? 'waits' : 'goes-on'}`;

/** A sub-workflow that sends. */
export const subWorkflow: Subject = {
	workflows: [
		called('subSend', [send('Send')]),
		called('subSendAndCall', [send('Send'), call]),
		...ways.map(([mode, waits]) =>
			hookedChain(nameOf(mode, waits), [executes('subSend', mode, waits), pairing('After')]),
		),
		hookedChain('sub-retried', [
			executes('subSendAndCall', 'once', true, {
				retryOnFail: true,
				maxTries: 2,
				waitBetweenTries: 1,
			}),
		]),
	],
	published: [
		'subSend',
		'subSendAndCall',
		'sub-retried',
		...ways.map(([mode, waits]) => nameOf(mode, waits)),
	],
	tests(stage) {
		const rows = recipients(3);

		test.each(ways)('run %s, waited for: %s: each message goes out once', async (mode, waits) => {
			const runs = async () => await executionsOf(stage().server, 'subSend');
			const before = (await runs()).length;
			const items = await answerTo(stage(), nameOf(mode, waits), rows);
			const expected = before + (mode === 'each' ? rows.length : 1);
			await come(async () => (await runs()).filter(isOver).length >= expected);
			expect(await runs()).toHaveLength(expected);
			expect(accepted(stage()).sort(byNumber)).toEqual(rows);
			expect(items.map(({ row }) => row)).toEqual(rows.map(({ to }) => to));
			const outputs = items.map(({ outcome, destinations, to }) => ({ outcome, destinations, to }));
			// Who does not wait goes on with its own items, and never sees the results.
			expect(outputs).toEqual(
				rows.map(({ to }) =>
					waits
						? { outcome: 'accepted', destinations: [to], to: undefined }
						: { outcome: undefined, destinations: undefined, to },
				),
			);
		});

		test('Retry On Fail of the node that executes the sub-workflow runs all of it again', async () => {
			const refusal = { kind: 'refuse', code: 1010, message: 'no such number' } as const;
			stage().opened.sandbox.setFaults([{ match: { path: CALLS }, times: 1, fault: refusal }]);
			const { status } = await callHook(stage(), 'sub-retried', { rows: rows.slice(0, 1) });
			expect(status).toBe(200);
			const kinds = stage()
				.opened.sandbox.messages()
				.map(({ kind }) => kind);
			expect(kinds).toEqual(['sms', 'sms', 'voiceFile']);
		});
	},
};

const isOver = ({ status }: { status: string }) => ENDED.includes(status);
const byNumber = (a: { to: string }, b: { to: string }) => a.to.localeCompare(b.to);
