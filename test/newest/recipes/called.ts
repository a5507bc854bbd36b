import {
	endedRun,
	exampleWorkflows,
	itemsOf,
	ownNode,
	publish,
	type Served,
	startRun,
	type Workflow,
} from '../../e2e/n8n.ts';
import { sectionOf, readPage, rowsOf, textOf } from '../../unit/docs/markdown.ts';
import { callHook, hookedChain } from '../triggers/stage.ts';
import { copyOf } from './keyed.ts';

const FILE = 'one-that-others-call.json';
const NOTIFY = exampleWorkflows().get(FILE) as Workflow;
const MANUAL = 'When clicking ‘Execute workflow’';

/** Calls the recipe, as its page says, with rows of the caller's own. */
const caller = hookedChain('calls-notify', [
	ownNode('Execute Workflow', 'executeWorkflow', 1.3, {
		source: 'database',
		workflowId: { __rl: true, mode: 'id', value: NOTIFY.id },
		workflowInputs: {
			mappingMode: 'defineBelow',
			value: { to: '={{ $json.to }}', text: '={{ $json.text }}', id: '={{ $json.id }}' },
			matchingColumns: [],
			schema: ['to', 'text', 'id'].map((id) => ({
				id,
				displayName: id,
				required: false,
				defaultMatch: false,
				display: true,
				canBeUsedToMatch: true,
				type: 'string',
			})),
		},
		mode: 'once',
		options: { waitForSubWorkflow: true },
	}),
]);

/** The recipe that other workflows call. */
export function called(served: () => Served): void {
	let n8n: Served;

	beforeAll(async () => {
		n8n = served();
		await n8n.host.importWorkflows([NOTIFY, caller]);
		await publish(n8n.server, NOTIFY.id, caller.id);
	});

	beforeEach(() => n8n.sandbox.reset());

	const row = (id: string, more = {}) => ({ to: '09120000061', text: `Hello ${id}`, id, ...more });
	const call = async (...rows: object[]) => await callHook(n8n, caller.id, { rows });
	/** Why the caller's run failed. */
	const error = async (...rows: object[]) => {
		expect((await call(...rows)).status).toBe(500);
		const { data } = await n8n.server.rest('GET', '/rest/executions?limit=20');
		const { results } = data as { results: Array<{ id: string; workflowId: string }> };
		const run = results.find(({ workflowId }) => workflowId === caller.id);
		return (await endedRun(n8n.server, run?.id ?? '')).data.resultData.error?.message;
	};
	const texts = () => n8n.sandbox.messages().map(({ message }) => message);

	test('gives each item back, and texts the same id once', async () => {
		const { items } = await call(row('one'), row('two'));
		const sent = (id: string) => ({ id, to: '09120000061', sent: 'yes', problem: '' });
		expect(items).toEqual([sent('one'), sent('two')]);
		expect((await call(row('two'))).items).toEqual([sent('two')]);
		expect(texts()).toEqual(['Hello one', 'Hello two']);
	});

	const FAULTS = {
		accepted: [],
		unknown: [{ fault: { kind: 'drop', when: 'after' } }],
		rejected: [{ fault: { kind: 'refuse', code: 1002, message: 'sender is inactive' } }],
	} as const;
	const page = readPage('docs/recipes/one-that-others-call.md');
	const LEADS = rowsOf(
		sectionOf(page, 'Where each outcome leads'),
		'outcome',
		'The caller gets',
	).map(
		(line) => [textOf(line.outcome as never), textOf(line['The caller gets'] as never)] as const,
	);

	test.each(Object.keys(FAULTS) as Array<keyof typeof FAULTS>)(
		'%s leads where the page says',
		async (outcome) => {
			n8n.sandbox.setFaults([...FAULTS[outcome]]);
			const said = LEADS.find(([outcomes]) => outcomes.split(', ').includes(outcome))?.[1] ?? '';
			if (said.startsWith('an error'))
				expect(await error(row(outcome))).toMatch(/^1 of 1 not sent: .*sender is inactive/);
			else expect(`sent: ${String((await call(row(outcome))).items[0]?.sent)}`).toBe(said);
		},
	);

	test.each<[string, object, RegExp]>([
		['a number that is none', { to: 'abc' }, /^1 of 2 not sent: “to” of item 0 holds "abc", which/],
		['no number', { to: '' }, /^1 of 2 not sent: “to” of item 0 is empty/],
		['no text', { text: ' ' }, /^1 of 2 not sent: “text” of item 0 is empty/],
		['no id', { id: '' }, /^1 of 2 not sent: “id” of item 0 is empty/],
	])(
		'%s: the caller fails with its own names, and the others are sent',
		async (_, wrong, words) => {
			const name = String(words);
			expect(await error(row(name, wrong), row(`beside ${name}`))).toMatch(words);
			expect(texts()).toEqual([`Hello beside ${name}`]);
		},
	);

	test.each([
		[{}, 'yes', ['The report of this week is ready.']],
		[{ dryRun: true }, 'test', []],
	])('is tried by hand, with %j too', async (options, sent, left) => {
		const id = `notify${sent}`;
		await n8n.host.importWorkflows([
			copyOf(FILE, id, {
				'Send SMS': (parameters) => Object.assign(parameters.options as object, options),
			}),
		]);
		const run = await endedRun(n8n.server, await startRun(n8n.server, id, MANUAL));
		expect(itemsOf(run, 'Back to the caller')).toMatchObject([{ json: { sent } }]);
		expect(texts()).toEqual(left);
	});
}
