import { gapOf } from '../../text/gaps';
import { orProblem, InputProblem, quote } from '../../values/inputProblem';
import { readBulkList } from '../../fields/bulkMessage';
import type { Gaps } from '../../options/text';
import type { Columns } from './columns';
import { noNotes, rowOf, type Notes } from './notes';
import type { RowProblem } from '../row/problem';
import { wrongRow, type BaseRow, type Row } from '../row/row';

/** Reads the rows of each input item's array 'Messages', in the wire's form, and checks them. Nothing is thrown. */
export function readList<F extends object>(
	columns: Columns,
	readElement: (element: unknown) => F & { message: string },
	base: (item: number, notes: Notes) => BaseRow,
	gaps: Gaps,
): (item: number) => Row[] {
	const messages = columns.withoutGaps(
		columns.of('messages', 'Messages', readBulkList),
		'messages',
		'Messages',
		gaps,
	);
	return (item) => {
		const notes = noNotes();
		const list = messages(item, notes) ?? [];
		const known: BaseRow = { ...base(item, notes), fromArray: true, id: `${item}` };
		if (notes.problems.length > 0) return [rowOf(known, notes, {}, `item ${item}`)];
		return list.map((element, index) => {
			const own = { ...known, id: `${item}.${index}`, key: undefined };
			const fields = orProblem(() => readElement(element));
			if (fields instanceof InputProblem)
				return wrongRow(own, problemOfElement(item, index, fields));
			const gap = gaps === 'allow' ? undefined : gapIn(fields.message);
			const hasGap = notes.hasGap || gap !== undefined;
			if (gap !== undefined && (gaps === 'refuse' || gap.isTemplate))
				return wrongRow({ ...own, hasGap }, problemOfElement(item, index, gap.problem));
			const said = gap ? [`'Messages' has a message that ${gap.problem.message}`] : [];
			return rowOf(own, { ...notes, warnings: [...notes.warnings, ...said], hasGap }, fields);
		});
	};
}

/** A gap in a text that others have put together. */
function gapIn(text: string) {
	const gap = gapOf('message', text, true, {});
	const advice = gap?.advice ?? 'Put the value there before.';
	return gap && { ...gap, problem: new InputProblem(`gives ${quote(gap.gave)}`, advice) };
}

function problemOfElement(
	item: number,
	index: number,
	{ message, advice }: InputProblem,
): RowProblem {
	return {
		message: `'Messages' of item ${item} has a message no. ${index + 1} which ${message}`,
		advice,
	};
}
