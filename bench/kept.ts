/** n8n's heap right after V8 had collected all of it: what is kept, without garbage. */
export interface Heap {
	/** Milliseconds since 1970. */
	at: number;
	bytes: number;
}

/** What `helper/RequestHelper.node.js` has n8n print after each collection. */
const LINE = /heap after gc (\d+) (\d+)/g;

export function heapsIn(output: string): Heap[] {
	return [...output.matchAll(LINE)].map(([, at, bytes]) => ({
		at: Number(at),
		bytes: Number(bytes),
	}));
}

/** By how much the heap grew from the first collection of a run to the last, for each row of the time between them. */
export function keptPerRow(
	heaps: Heap[],
	run: { startTime: number; executionTime: number },
	rows: number,
): number | undefined {
	const end = run.startTime + run.executionTime;
	const during = heaps.filter(({ at }) => at >= run.startTime && at <= end);
	const [first, last] = [during[0], during.at(-1)];
	if (first === undefined || last === undefined || first === last) return undefined;
	return (last.bytes - first.bytes) / ((rows * (last.at - first.at)) / run.executionTime);
}
