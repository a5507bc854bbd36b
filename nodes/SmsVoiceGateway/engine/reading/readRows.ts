import { type INodeParameters, sleep } from 'n8n-workflow';

import { isBlank } from '../../values/inputProblem';
import { notSent } from '../row/failures';
import { isWrong, type Row, unread } from '../row/row';
import type { RunContext } from '../runContext';
import type { Inputs } from './inputs';
import { rowReader } from './rowReader';

/** For so long reading rows may keep n8n from anything else: milliseconds. */
const LONGEST = 50;

/** Reads the rows of the input items and checks them. Nothing is sent, and nothing is thrown. */
export async function readRows(runContext: RunContext): Promise<Row[]> {
	const { context, inputs, operation } = runContext;
	const read = rowReader(runContext);
	const signal = context.getExecutionCancelSignal();
	const rows: Row[] = [];
	let since = Date.now();
	for (const item of inputs.items) {
		if (signal?.aborted) rows.push(unread(item, notSent('stopped')));
		else rows.push(read(item));
		if (Date.now() - since <= LONGEST) continue;
		// Lets n8n do other work now and then: the editor's, other executions', the Stop button's.
		await sleep(0);
		since = Date.now();
	}
	// Elsewhere a wrong row holds nothing back, or the items are no sheet.
	const isSheet = operation.allOrNone && runContext.overItems !== undefined;
	const kept = isSheet ? withoutEmpty(rows, runContext) : rows;
	runContext.notes.emptyRows = rows.length - kept.length;
	return kept;
}

/**
 * The rows without the wrong ones whose items are as good as empty, as the blank rows of a sheet; where all rows are such
 * they stay, each with what is wrong with it.
 */
function withoutEmpty(rows: Row[], { inputs, host }: RunContext): Row[] {
	const isEmpty = emptiness(inputs, host.node.parameters);
	const kept = rows.filter((row) => !isWrong(row) || !isEmpty(row.item));
	return kept.length === 0 ? rows : kept;
}

/** The first step of a path into the item: `$json.name`, `$json["Full name"]`, `$input.item.json.name`. */
const COLUMN =
	/(?:\$json|\$input\s*\.\s*item\s*\.\s*json)\b(?:\s*\??\.\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)|\s*(?:\?\.)?\[\s*(?:"([^"]*)"|'([^']*)')\s*\])?/gu;

/**
 * Whether an item is as good as empty: it has no number, and nothing stands in any column that the node's expressions name.
 * Where one of them takes the item as a whole, all its columns count.
 */
function emptiness({ values, jsonOf }: Inputs, parameters: INodeParameters) {
	const columns = columnsIn(parameters);
	const named = columns.has(undefined) ? undefined : [...columns];
	const numberOf = values('destination');
	return (item: number): boolean => {
		const json = jsonOf(item) as Record<string, unknown>;
		const isRead = (named ?? Object.keys(json)).some((name) => !isBlank(json[name ?? '']));
		return !isRead && isBlank(given(() => numberOf(item)));
	};
}

/** What an expression gives; where it fails, something that a person has to look at. */
function given(value: () => unknown): unknown {
	try {
		return value();
	} catch (error) {
		return error;
	}
}

/** The columns that the expressions in a value name; undefined among them where one takes the item as a whole. */
function columnsIn(value: unknown): Set<string | undefined> {
	if (typeof value === 'string')
		return new Set(
			(value.startsWith('=') ? [...value.matchAll(COLUMN)] : []).map(
				([, name, double, single]) => name ?? double ?? single,
			),
		);
	if (typeof value !== 'object' || value === null) return new Set();
	return new Set(Object.values(value).flatMap((one) => [...columnsIn(one)]));
}
