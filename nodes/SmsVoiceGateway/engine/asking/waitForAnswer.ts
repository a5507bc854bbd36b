import { timedOut, type Asked } from '../../reply/asked';
import type { RunContext } from '../runContext';
import { forReviewer } from '../finish/forModel';
import type { Row } from '../row/row';

/** n8n's own date for a wait without end (n8n-workflow, WAIT_INDEFINITELY). */
const WITHOUT_END = new Date('3000-01-01T00:00:00.000Z');

/**
 * Lets the run wait for the answer to its one row, whose item then says what was asked, where the text with the link was
 * accepted; any other end of it has nobody to wait for. n8n runs the node no more then: what comes out where the time is
 * over has to stand ready in the node's input, which n8n passes on (n8n-core, WorkflowExecute.handleWaitingState).
 */
export async function waitForAnswer([row]: readonly Row[], runContext: RunContext): Promise<void> {
	const { overItems, link, settings, context, login } = runContext;
	if (overItems === undefined || link === undefined || row?.question === undefined) return;
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
	const execution = overItems.getExecuteData();
	// When the run goes on, n8n passes by the node that waited; and with it all other runs of that node which are still to
	// come, such as an agent's second call, where they have the same object (n8n 2.41, handleWaitingState).
	execution.node = { ...execution.node };
	const { data } = execution;
	const late = forReviewer(runContext.host, timedOut(item, asked), 'nobody answered in time');
	data.main = [[{ json: late, pairedItem: { item: row.item } }]];
	await overItems.putExecutionToWait(until === undefined ? WITHOUT_END : new Date(until));
	item.asked = { ...asked };
}
