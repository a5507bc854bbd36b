import { orProblem, InputProblem } from '../../values/inputProblem';
import { readBulkList } from '../../fields/bulkMessage';
import type { Gaps } from '../../options/text';
import type { Columns } from './columns';
import { rowProblemOf } from '../row/problem';
import type { RowProblem, ParameterProblem } from '../row/problem';
import type { Row } from '../row/row';

/** Reads the rows of each input item's array 'Messages', in the wire's form, and checks them. Nothing is thrown. */
export function readList<F>(
	columns: Columns,
	readElement: (element: unknown) => F,
	base: (item: number) => Row,
	problems: ParameterProblem[],
	gaps: Gaps,
): (item: number) => Row[] {
	let warnings: string[] = [];
	const messages = columns.whole(
		columns.of('messages', 'Messages', readBulkList),
		'messages',
		'Messages',
		gaps,
		(words) => warnings.push(words),
	);
	return (item) => {
		warnings = [];
		const list = messages(item) ?? [];
		const row = base(item);
		if (problems.length > 0) {
			return [
				{
					...row,
					id: `${item}`,
					fromArray: true,
					...(problems.some(({ isGap }) => isGap) ? { hasGap: true } : {}),
					problem: rowProblemOf(problems.splice(0), `item ${item}`),
				},
			];
		}
		return list.map((element, index) => {
			const own = {
				...row,
				id: `${item}.${index}`,
				key: undefined,
				fromArray: true as const,
				...(warnings.length > 0 ? { warnings: [...warnings], hasGap: true } : {}),
			};
			const fields = orProblem(() => readElement(element));
			return fields instanceof InputProblem
				? { ...own, problem: problemOfElement(item, index, fields) }
				: { ...own, fields: fields as object };
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
