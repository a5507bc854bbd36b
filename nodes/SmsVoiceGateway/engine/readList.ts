import { attempt, InputProblem } from '../lib/inputProblem';
import { readBulkList } from '../lib/wire';
import type { Columns } from './columns';
import { flawOf } from './flaw';
import type { Flaw, Problem } from './flaw';
import type { Row } from './row';

/** Reads the rows of each input item's array 'Messages', in the wire's form, and checks them. Nothing is thrown. */
export function readList<F>(
	columns: Columns,
	readElement: (element: unknown) => F,
	base: (item: number) => Row,
	problems: Problem[],
): (item: number) => Row[] {
	const messages = columns.of('messages', 'Messages', readBulkList);
	return (item) => {
		const list = messages(item) ?? [];
		const row = base(item);
		if (problems.length > 0) {
			return [
				{ ...row, id: `${item}`, listed: true, flaw: flawOf(problems.splice(0), `item ${item}`) },
			];
		}
		return list.map((element, index) => {
			const own = {
				...row,
				id: `${item}.${index}`,
				key: undefined,
				listed: true as const,
			};
			const fields = attempt(() => readElement(element));
			return fields instanceof InputProblem
				? { ...own, flaw: flawOfElement(item, index, fields) }
				: { ...own, fields: fields as object };
		});
	};
}

function flawOfElement(item: number, index: number, { message, advice }: InputProblem): Flaw {
	return {
		message: `'Messages' of item ${item} has a message no. ${index + 1} which ${message}`,
		advice,
	};
}
