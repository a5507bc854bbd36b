import type { ReadyRow } from '../row/row';

/** How rows share requests: every row in one of the lists, in order. */
type Share<F> = (rows: Array<ReadyRow<F>>, batchSize: number) => Array<Array<ReadyRow<F>>>;

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

/** A request under construction: its rows, and their members (numbers, ids) each once. */
interface Shared<F> {
	rows: Array<ReadyRow<F>>;
	members: Set<string>;
}

/** Rows that may share requests, because they agree in all but their members. */
interface Kind<F> {
	requests: Array<Shared<F>>;
	/** The first request that is not full. */
	open: number;
	/** The last request that holds a member. */
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
 * Requests of up to `batchSize` members; a row keeps its members together, and a request of one row may have
 * more. Rows that share a request agree in `kindOf`. Of two rows with the same member the second goes in a
 * later request, or, with `once`, in the same one, which then has it only once.
 */
export function byMembers<F>(
	kindOf: (fields: F) => readonly unknown[],
	membersOf: (fields: F) => readonly string[],
	once: boolean,
): Share<F> {
	return (rows, batchSize) => {
		// Most runs: nothing is shared, and nothing has to be compared.
		if (batchSize === 1 && !once) return alone(rows);
		const find = kindFinder(kindOf);
		const all: Array<Shared<F>> = [];
		for (const row of rows) {
			const kind = find(row);
			const members = membersOf(row.fields);
			let index = once ? holderOfAll(kind, members) : undefined;
			index ??= placeFor(kind, members, batchSize, once);
			let request = kind.requests[index];
			if (request === undefined) {
				request = { rows: [], members: new Set() };
				kind.requests.push(request);
				all.push(request);
			}
			request.rows.push(row);
			for (const member of members) {
				request.members.add(member);
				kind.holder.set(member, index);
			}
			while ((kind.requests[kind.open]?.members.size ?? 0) >= batchSize) kind.open++;
		}
		return all.map((request) => request.rows);
	};
}

/** The request that has all of these members already. */
function holderOfAll<F>({ holder, requests }: Kind<F>, members: readonly string[]) {
	const [first = ''] = members;
	const index = holder.get(first);
	const request = index === undefined ? undefined : requests[index];
	return request !== undefined && members.every((member) => request.members.has(member))
		? index
		: undefined;
}

/** The first request with room, and behind those that have one of the members already. */
function placeFor<F>(
	{ requests, open, holder }: Kind<F>,
	members: readonly string[],
	batchSize: number,
	once: boolean,
): number {
	let index = open;
	if (!once) {
		for (const member of members) index = Math.max(index, (holder.get(member) ?? -1) + 1);
	}
	const fits = (request: Shared<F>) => request.members.size + members.length <= batchSize;
	for (; index < requests.length; index++) {
		const request = requests[index];
		if (request !== undefined && fits(request)) break;
	}
	return index;
}
