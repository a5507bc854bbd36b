import { orProblem, InputProblem } from '../../values/inputProblem';
import { readBulkList } from '../../fields/bulkMessage';
import type { Gaps } from '../../options/text';
import type { Columns } from './columns';
import { noNotes, saidIn } from './notes';
import type { Notes } from './notes';
import { rowProblemOf } from '../row/problem';
import type { RowProblem } from '../row/problem';
import type { Row } from '../row/row';

/** Reads the rows of each input item's array 'Messages', in the wire's form, and checks them. Nothing is thrown. */
export function readList<F extends object>(
	columns: Columns,
	readElement: (element: unknown) => F,
	base: (item: number, notes: Notes) => Row,
	gaps: Gaps,
): (item: number) => Row[] {
	const messages = columns.whole(
		columns.of('messages', 'Messages', readBulkList),
		'messages',
		'Messages',
		gaps,
	);
	return (item) => {
		const notes = noNotes();
		const list = messages(item, notes) ?? [];
		const row = base(item, notes);
		const { problems } = notes;
		const known = { ...row, fromArray: true as const };
		if (problems.length > 0)
			return [
				{
					...known,
					...saidIn(notes),
					id: `${item}`,
					problem: rowProblemOf(problems, `item ${item}`),
				},
			];
		return list.map((element, index) => {
			const own = {
				...known,
				id: `${item}.${index}`,
				key: undefined,
				...saidIn(notes),
			};
			const fields = orProblem(() => readElement(element));
			return fields instanceof InputProblem
				? { ...own, problem: problemOfElement(item, index, fields) }
				: { ...own, fields };
		});
	};
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
