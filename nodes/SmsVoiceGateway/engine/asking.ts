import { type Context, isOneByOne, roundOf, signedLink } from '../host/host';
import type { Asked } from '../reply/page';
import { NUMBER, timedOut } from '../reply/webhook';
import { amount } from '../text/wording';
import { InputProblem } from '../values/inputProblem';
import { forReviewer } from '../row/error';
import type { Row } from '../row/row';
import type { RunContext } from './runContext';

/**
 * The link to the page of a run's one question, and its number among those of the node in this execution, from 1; or why
 * there can be none, so that nothing may be sent.
 */
export function linkOf(
	items: readonly number[],
	context: Context,
): { address: string; number: number } | InputProblem {
	if (isOneByOne(context)) {
		return new InputProblem(
			"'Send and Wait' can't wait where n8n runs the node for one item at a time",
			"Nothing was sent. Run the node in a workflow's main flow, or as a tool or a human review of an AI Agent of version 3 or later.",
		);
	}
	if (items.length > 1) {
		return new InputProblem(
			`'Send and Wait' asks one question in a run, and ${amount(items.length)} items came in`,
			"n8n's note that this node runs only for the first item is not so here: none is left out in silence. To ask each of them at once, give each item a run of its own by 'Execute Sub-workflow', as the recipe 'Ask many at once' does; one after the other: put a Loop Over Items node before this one; one question to several people, of whom the first answers: put all their numbers into 'To' of one item.",
		);
	}
	const number = roundOf(context) + 1;
	try {
		const query: Record<string, string> = number === 1 ? {} : { [NUMBER]: String(number) };
		return { number, address: signedLink(context, query) };
	} catch {
		return new InputProblem(
			"n8n gave no link for 'Send and Wait'",
			'Nothing was sent. Update n8n to 2.40 or later, and run the workflow in n8n itself.',
		);
	}
}

/** n8n's own date for a wait without end (n8n-workflow, WAIT_INDEFINITELY). */
const WITHOUT_END = new Date('3000-01-01T00:00:00.000Z');

/**
 * Lets the run wait for the answer to its one row, whose item then says what was asked, where the text with the link was
 * accepted; any other end of it has nobody to wait for. n8n runs the node no more then: what comes out where the time is
 * over has to stand ready in the node's input, which n8n passes on (n8n-core, WorkflowExecute.handleWaitingState).
 */
export async function waitForAnswer([row]: readonly Row[], runContext: RunContext): Promise<void> {
	const { link, settings, context, login } = runContext;
	if (isOneByOne(context) || link === undefined || row?.question === undefined) return;
	if (row.result?.outcome !== 'accepted' || context.getExecutionCancelSignal()?.aborted) return;
	const [item = {}] = row.result.items;
	const now = Date.now();
	const until = settings.limitWaitTime?.(now);
	const asked: Asked = {
		number: link.number,
		message: login.redactor.text(row.question),
		...(settings.pageTitle === '' ? {} : { title: login.redactor.text(settings.pageTitle) }),
		...(settings.buttons === undefined ? {} : { buttons: settings.buttons }),
		at: new Date(now).toISOString(),
		...(until === undefined ? {} : { until: new Date(until).toISOString() }),
	};
	const execution = context.getExecuteData();
	// When the run goes on, n8n passes by the node that waited; and with it all other runs of that node which are still to
	// come, such as an agent's second call, where they have the same object (n8n 2.41, handleWaitingState).
	execution.node = { ...execution.node };
	const { data } = execution;
	const late = forReviewer(runContext.host, timedOut(item, asked), 'nobody answered in time');
	data.main = [[{ json: late, pairedItem: { item: row.item } }]];
	await context.putExecutionToWait(until === undefined ? WITHOUT_END : new Date(until));
	item.asked = { ...asked };
}
