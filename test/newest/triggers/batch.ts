import { ownNode, wired, type Workflow } from '../../e2e/n8n.ts';
import { accepted, recipients, send, type Subject } from './stage.ts';

const rows = recipients(3);
/** n8n takes ids with a digit only. */
const [PLAIN, KEYED] = ['batch1', 'batch2'];
const ONCE = { options: { sendOnce: { values: { by: 'key', key: '={{ $json.to }}', hours: 0 } } } };

const sending = (id: string, fields = {}): Workflow =>
	wired(
		id,
		[
			ownNode('Start', 'manualTrigger', 1),
			ownNode('List', 'set', 3.4, {
				mode: 'raw',
				jsonOutput: JSON.stringify({ rows }),
				options: {},
			}),
			ownNode('Rows', 'splitOut', 1, { fieldToSplitOut: 'rows', options: {} }),
			send('Send', {}, fields),
		],
		[
			['Start', 'List'],
			['List', 'Rows'],
			['Rows', 'Send'],
		],
	);

/** `n8n execute-batch`, whose `--retries` is 1 where nobody says otherwise. */
export const batch: Subject = {
	workflows: [sending(PLAIN), sending(KEYED, ONCE)],
	published: [],
	tests(stage) {
		test.each([
			[PLAIN, [], 2],
			[PLAIN, ['--retries=0'], 1],
			[KEYED, [], 1],
		])('%s %j: a row before a refused one leaves %i times', async (id, flags, times) => {
			const { host, sandbox } = stage().opened;
			sandbox.setFaults([
				{
					match: { destination: rows[1]?.to ?? '' },
					fault: { kind: 'refuse', code: 1010, message: 'no', status: 406 },
				},
			]);
			await host.command('execute-batch', `--ids=${id}`, '--shortOutput', ...flags);
			expect(accepted(stage())).toEqual(Array(times).fill(rows[0]));
		});
	},
};
