import type { Operation } from '../operation';
import type { ReadyRow } from '../row/row';

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

/** A request under construction: its rows, and their values (numbers, ids) each once. */
interface Shared<F> {
	rows: Array<ReadyRow<F>>;
	values: Set<string>;
}

/** Rows that may share requests, because they agree in all but their values. */
interface Kind<F> {
	requests: Array<Shared<F>>;
	/** The first request that is not full. */
	open: number;
	/** The last request that holds a value. */
	holder: Map<string, number>;
}

/** What rows of one request must agree in, besides what the operation says. */
const wireForm = <F>({ multipart, request, additional }: ReadyRow<F>): readonly unknown[] => [
	multipart,
	request,
	additional,
];

/** Finds the kind of a row; neighbours are mostly of one kind, and then nothing is put into words. */
function kindFinder<F>(kindOf: (fields: F) => readonly unknown[]): (row: ReadyRow<F>) => Kind<F> {
	const kinds = new Map<string, Kind<F>>();
	let last: { agreed: readonly unknown[]; kind: Kind<F> } | undefined;
	return (row) => {
		const agreed = [...kindOf(row.fields), ...wireForm(row)];
		if (last?.agreed.every((value, index) => value === agreed[index])) return last.kind;
		const name = JSON.stringify(agreed);
		const kind = kinds.get(name) ?? { requests: [], open: 0, holder: new Map() };
		kinds.set(name, kind);
		last = { agreed, kind };
		return kind;
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
		const find = kindFinder(kindOf);
		const all: Array<Shared<F>> = [];
		for (const row of rows) {
			const kind = find(row);
			const values = valuesOf(row.fields);
			let index = once ? holderOfAll(kind, values) : undefined;
			index ??= placeFor(kind, values, batchSize, once);
			let request = kind.requests[index];
			if (request === undefined) {
				request = { rows: [], values: new Set() };
				kind.requests.push(request);
				all.push(request);
			}
			request.rows.push(row);
			for (const value of values) {
				request.values.add(value);
				kind.holder.set(value, index);
			}
			while ((kind.requests[kind.open]?.values.size ?? 0) >= batchSize) kind.open++;
		}
		return all.map((request) => request.rows);
	};
}

/** The request that has all of these values already. */
function holderOfAll<F>({ holder, requests }: Kind<F>, values: readonly string[]) {
	const [first = ''] = values;
	const index = holder.get(first);
	const request = index === undefined ? undefined : requests[index];
	return request !== undefined && values.every((value) => request.values.has(value))
		? index
		: undefined;
}

/** The first request with room, and behind those that have one of the values already. */
function placeFor<F>(
	{ requests, open, holder }: Kind<F>,
	values: readonly string[],
	batchSize: number,
	once: boolean,
): number {
	let index = open;
	if (!once) {
		for (const value of values) index = Math.max(index, (holder.get(value) ?? -1) + 1);
	}
	const fits = (request: Shared<F>) => request.values.size + values.length <= batchSize;
	for (; index < requests.length; index++) {
		const request = requests[index];
		if (request !== undefined && fits(request)) break;
	}
	return index;
}
