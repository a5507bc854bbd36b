import type { IExecuteFunctions } from 'n8n-workflow';

import { flawOf } from '../dispatch/flaw';
import { ROW_PARAMETERS } from '../fields/rows';
import { readUniqueKey } from '../lib/uniqueKey';
import type { BulkMessage } from '../lib/wire';
import type { Problem } from '../request/draft';
import { readRequestOptions } from '../request/requestOptions';
import type { RequestOptions } from '../request/requestOptions';
import { Breath } from './breath';
import { Columns } from './columns';
import type { Row } from './row';

/** Reads one row from each input item and checks it. Nothing is sent, and nothing is thrown. */
export async function readRows(context: IExecuteFunctions): Promise<Row[]> {
	const readRow = rowReader(context);
	const count = context.getInputData().length;
	const breath = new Breath();
	const rows: Row[] = [];
	for (let item = 0; item < count; item++) {
		const stopped = context.getExecutionCancelSignal()?.aborted;
		rows.push(stopped ? unread(item) : readRow(item));
		if (breath.isDue) await breath.take();
	}
	return rows;
}

function rowReader(context: IExecuteFunctions): (item: number) => Row {
	const problems: Problem[] = [];
	const columns = new Columns(context, problems);
	const fields = ROW_PARAMETERS.map(({ parameter, shown, field, read }) => ({
		field,
		column: columns.of<BulkMessage[keyof BulkMessage]>(parameter, shown, read),
	}));
	const dryRun = columns.switch('dryRun', 'Dry Run');
	const resendUnknown = columns.switch('resendUnknown', 'Resend Unknown');
	const key = wantsKeys(context)
		? columns.of('options.uniqueKey', 'Unique Key', readUniqueKey)
		: () => undefined;
	const request = requestOptionsVary(context)
		? columns.of('requestOptions', 'Request Options', (value) =>
				readRequestOptions(value as RequestOptions),
			)
		: () => undefined;
	return (item) => {
		const message: Partial<Record<keyof BulkMessage, unknown>> = {};
		for (const { field, column } of fields) message[field] = column(item);
		const row: Row = {
			item,
			id: item,
			message: message as BulkMessage,
			key: key(item),
			dryRun: dryRun(item) === true,
			resendUnknown: resendUnknown(item) === true,
			request: request(item),
		};
		return problems.length === 0 ? row : flawedRow(row, problems.splice(0));
	};
}

/** A row of a run that was stopped meanwhile: it is reported, and not sent. */
const unread = (item: number): Row => ({ item, id: item, dryRun: false, resendUnknown: false });

const flawedRow = (row: Row, problems: Problem[]): Row => ({
	...row,
	message: undefined,
	flaw: flawOf(problems, `item ${row.item}`),
});

/** An option that was added and left empty is no wish for keys. */
function wantsKeys(context: IExecuteFunctions): boolean {
	const { options } = context.getNode().parameters as { options?: { uniqueKey?: unknown } };
	return options?.uniqueKey !== undefined && options.uniqueKey !== '';
}

/** Whether an expression gives them; else they are read once for all rows. */
function requestOptionsVary(context: IExecuteFunctions): boolean {
	const { requestOptions } = context.getNode().parameters;
	return /"=/.test(JSON.stringify(requestOptions ?? {}));
}
