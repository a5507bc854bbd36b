import { orProblem, InputProblem } from '../../values/inputProblem';
import { readBulkList } from '../../fields/bulkMessage';
import type { Gaps } from '../../options/text';
import type { Columns } from './columns';
import { noNotes, rowOf, type Notes } from './notes';
import type { Failure } from '../row/result';
import { wrongRow, type BaseRow, type Row } from '../row/row';

/** Reads the rows of each input item's array 'Messages', in the wire's form, and checks them. Nothing is thrown. */
export function readList<F extends object>(
	columns: Columns,
	readElement: (element: unknown) => F,
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
			return fields instanceof InputProblem
				? wrongRow(own, problemOfElement(item, index, fields))
				: rowOf(own, notes, fields);
		});
	};
}

function problemOfElement(item: number, index: number, { message, advice }: InputProblem): Failure {
	return {
		message: `'Messages' of item ${item} has a message no. ${index + 1} which ${message}`,
		advice,
	};
}
