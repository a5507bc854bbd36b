import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { CREDENTIAL } from '../dispatch/exchange';
import type { Operation } from '../dispatch/operation';
import { loginOf } from '../dispatch/login';
import { flawed } from '../dispatch/ownFailures';
import { runOf } from '../dispatch/run';
import type { Run } from '../dispatch/run';
import { hasFailed } from '../dispatch/settled';
import type { Course } from './course';
import { deliver } from './deliver';
import { end } from './end';
import { culpritOf, logIfStopped, output, stop } from './finish';
import { readList } from './readList';
import { readRows } from './readRows';
import { toRequestOf } from './request';
import type { Row } from './row';
import { readSettings } from './settings';
import { showDry } from './showDry';
import { UniqueKeys } from './uniqueKeys';
import { endWrongRows, wrongRowsFailure } from './wrongRows';

type OverAllItems = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/**
 * What n8n runs over all input items in the place of `operation`'s routing: reads and checks every row,
 * sends them in batches, and gives each row its own result.
 */
export function gather(operation: Operation): OverAllItems {
	return async function () {
		const run = runOf(this);
		const goesOn = this.continueOnFail();
		const login = loginOf(await this.getCredentials(CREDENTIAL));
		const settings = readSettings(this);
		const fromArray = this.getNodeParameter('messagesFrom', 0, 'inputItems') === 'json';
		const rows = fromArray ? readList(this) : await readRows(this);
		const open = rows.filter((row) => !remember(row, run));

		const toRequest = toRequestOf(this, operation, settings, login);
		if (typeof toRequest !== 'function') {
			end(open, run, flawed(toRequest));
			if (!goesOn && open.length > 0) {
				stop(this, rows, { outcome: 'rejected', ...toRequest }, 0);
			}
			return output(this, rows);
		}

		const dry = open.filter(({ dryRun }) => dryRun);
		showDry(dry, settings.batchSize);
		endWrongRows(dry, run, true);
		const meant = open.filter(({ dryRun }) => !dryRun);
		const wrong = meant.find(({ flaw }) => flaw !== undefined);
		const sparing = wrong === undefined || settings.invalidRows === 'skip';
		endWrongRows(meant, run, sparing);
		if (!sparing && !goesOn) {
			stop(this, rows, wrongRowsFailure(meant, run.memory.size > 0), wrong.item);
		}

		const keys = rows.some(({ key }) => key !== undefined) ? new UniqueKeys(this, run) : undefined;
		const course: Course = {
			context: this,
			run,
			settings,
			goesOn,
			// An earlier try's failure that still stands stops this one as it stopped that one.
			stopped: rows.some(({ end, flaw }) => end !== undefined && hasFailed(end) && !flaw),
			toRequest,
			...(keys === undefined ? {} : { keys }),
		};
		await deliver(
			meant.filter(({ end }) => end === undefined),
			course,
		);
		// First of all: whoever stopped the run may end n8n too.
		logIfStopped(this, rows);
		await keys?.confirm();
		const culprit = goesOn ? undefined : culpritOf(rows, settings.invalidRows === 'skip');
		if (culprit !== undefined) stop(this, rows, culprit.failure, culprit.item);
		return output(this, rows);
	};
}

/** Whether an earlier try of the run has sent the row, or may have, so that this one must not: its end stands. */
function remember(row: Row, { memory }: Run): boolean {
	const end = memory.get(row.id);
	// A unique key weighs more than the wish to send again.
	if (
		end === undefined ||
		(end.outcome === 'unknown' && row.resendUnknown && !row.dryRun && row.key === undefined)
	) {
		return false;
	}
	row.end = end;
	return true;
}
