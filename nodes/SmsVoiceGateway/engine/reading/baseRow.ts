import { shownIn, VALUES } from '../../options/option';
import { readRequestOptions } from '../../wire/readRequestOptions';
import type { BaseRow } from '../row/row';
import type { RunContext } from '../runContext';
import { additionalColumn } from './additionalColumn';
import type { Column, Columns } from './columns';
import type { Notes } from './notes';
import { hoursColumn } from './scheduleColumn';
import { givenKeys } from './settings';

/** What every row has, whatever its fields. */
export function baseReader(
	runContext: RunContext,
	columns: Columns,
): (item: number, notes: Notes) => BaseRow {
	const { host, inputs, operation } = runContext;
	const { dryRun, resendUnknown, bodyFormat } = operation.options;
	const isDry = columns.option(dryRun);
	const isResent = columns.option(resendUnknown);
	const multipart = columns.option(bodyFormat);
	const request = requestOptionsVary(host.node.parameters.requestOptions)
		? columns.of('requestOptions', 'Request Options', readRequestOptions)
		: () => undefined;
	const key = keyColumn(runContext, columns, 'key');
	const campaign = keyColumn(runContext, columns, 'campaign');
	const additional = additionalColumn(runContext);
	const hours = hoursColumn(runContext, columns);
	return (item, notes) => ({
		item,
		id: item,
		sheetRow: sheetRowOf(inputs.jsonOf(item)),
		dryRun: isDry(item, notes) === true,
		resendUnknown: isResent(item, notes) === true,
		multipart: multipart(item, notes) === true,
		key: key(item, notes),
		campaign: campaign(item, notes),
		additional: additional(item, notes),
		request: request(item, notes),
		hours: hours(item, notes),
	});
}

/** Where n8n's Google Sheets node has found an item (googleSheets v2, `row_number`): no other node says so. */
function sheetRowOf(json: { row_number?: unknown }): number | undefined {
	const { row_number: row } = json;
	return typeof row === 'number' && Number.isSafeInteger(row) && row > 0 ? row : undefined;
}

/** What 'Send Once' knows a row by, where it does so by this. */
function keyColumn(
	{ context, operation }: RunContext,
	columns: Columns,
	wanted: 'campaign' | 'key',
): Column<string> {
	const once = operation.options.sendOnce;
	const given = givenKeys(context);
	if (once === undefined || given === undefined) return () => undefined;
	const by = columns.value(once, 'by');
	// Half a key would be that of others too, whose messages then would not be sent.
	const value = columns.withoutGaps(
		columns.value(once, wanted),
		`options.${once.property.name}.${VALUES}.${wanted}`,
		shownIn(once, once.values[wanted]),
		'refuse',
	);
	return (item, notes) => (by(item, notes) === wanted ? value(item, notes) : undefined);
}

/** Whether an expression gives them; else they are read once for all rows. */
function requestOptionsVary(given: unknown): boolean {
	return /"=/.test(JSON.stringify(given ?? {}));
}
