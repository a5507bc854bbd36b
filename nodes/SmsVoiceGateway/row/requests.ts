import { sameNumber } from '../numbers/digits';
import type { Operation } from './operation';
import { numbersIn, type Row, withNumbers } from './row';

/** A request of its own for each row. */
export function alone<T>(rows: T[]): T[][] {
	return rows.map((row) => [row]);
}

/** Successive requests of `batchSize` rows; the last one may have fewer. */
export function inBatches<T>(rows: T[], batchSize: number): T[][] {
	const count = Math.ceil(rows.length / batchSize);
	return Array.from({ length: count }, (_, index) =>
		rows.slice(index * batchSize, (index + 1) * batchSize),
	);
}

/**
 * A row whose numbers are more than one request carries, as several rows of the same item: each leaves in a request of its
 * own and has its own result, so that what becomes of one says nothing of the others. With a *Batch Size* of 1, where no
 * numbers are to be put together, an item's numbers stay together.
 */
export function inParts(row: Row, { isGroup }: Operation, batchSize: number): Row[] {
	const { fields, asGiven, id, key } = row;
	if (!isGroup || batchSize < 2 || row.problem !== undefined) return [row];
	const numbers = numbersIn(fields);
	if (numbers.length <= batchSize) return [row];
	return inBatches([...numbers], batchSize).map((some, part): Row => ({
		...row,
		id: `${id} part ${part}`,
		fields: withNumbers(fields, some),
		asGiven: asGiven && withNumbers(asGiven, some),
		// What was said of the numbers was said of all of them.
		warnings: part === 0 ? row.warnings : undefined,
		key: key === undefined ? undefined : JSON.stringify([key, some.map(sameNumber)]),
	}));
}

/**
 * Puts rows that agree in all but their values (numbers, ids) into requests of `size` values, one by one; each time it gives
 * the rows of that request where it is a new one.
 */
function requestsOf<F>(size: number, once: boolean) {
	const requests: Array<{ rows: Array<Row<F>>; values: Set<string> }> = [];
	/** By how many values are to be put in: the first request that may have room, as none gets more. */
	const open = new Map<number, number>();
	/** The last request that holds a value. */
	const holder = new Map<string, number>();

	/** The request that has all of these values already. */
	const holderOfAll = (values: readonly string[]): number | undefined => {
		const index = holder.get(values[0] ?? '');
		const request = index === undefined ? undefined : requests[index];
		return values.every((value) => request?.values.has(value)) ? index : undefined;
	};

	/** The first request with room, and behind those that have one of the values already. */
	const placeFor = (values: readonly string[]): number => {
		const count = values.length;
		const first = open.get(count) ?? 0;
		let index = first;
		if (!once) for (const value of values) index = Math.max(index, (holder.get(value) ?? -1) + 1);
		const isBehind = index > first;
		while ((requests[index]?.values.size ?? 0) + count > size && index < requests.length) index++;
		if (!isBehind) open.set(count, index);
		return index;
	};

	return (row: Row<F>, values: readonly string[]): Array<Row<F>> | undefined => {
		const index = (once ? holderOfAll(values) : undefined) ?? placeFor(values);
		for (const value of values) holder.set(value, index);
		const request = requests[index];
		if (request === undefined) {
			const rows = [row];
			requests.push({ rows, values: new Set(values) });
			return rows;
		}
		request.rows.push(row);
		for (const value of values) request.values.add(value);
		return undefined;
	};
}

/**
 * Requests of up to `batchSize` values; a row keeps its values together, and a request of one row may have
 * more. Rows that share a request agree in `kindOf`. Of two rows with the same value the second goes in a
 * later request, or, with `once`, in the same one, which then has it only once.
 */
export function groupBy<F>(
	kindOf: (fields: F) => readonly unknown[],
	valuesOf: (fields: F) => readonly string[],
	once: boolean,
): Operation<F>['share'] {
	return (rows, batchSize) => {
		// Most runs: nothing is shared, and nothing has to be compared.
		if (batchSize === 1 && !once) return alone(rows);
		const kinds = new Map<string, ReturnType<typeof requestsOf<F>>>();
		// Neighbours are mostly of one kind, and then nothing is put into words.
		let last: { agreed: readonly unknown[]; put: ReturnType<typeof requestsOf<F>> } | undefined;
		const all: Array<Array<Row<F>>> = [];
		for (const row of rows) {
			const agreed = [...kindOf(row.fields), row.additional];
			if (!last?.agreed.every((value, index) => value === agreed[index])) {
				const kind = JSON.stringify(agreed);
				const put = kinds.get(kind) ?? requestsOf<F>(batchSize, once);
				kinds.set(kind, put);
				last = { agreed, put };
			}
			const fresh = last.put(row, valuesOf(row.fields));
			if (fresh !== undefined) all.push(fresh);
		}
		return all;
	};
}
