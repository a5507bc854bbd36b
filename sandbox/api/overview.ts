import type { Stage } from '../delivery/progress.ts';
import { stageOfItem } from '../threads/item.ts';
import type { View } from '../threads/query.ts';

/** Widths of a bar, in seconds. */
const STEPS = [1, 2, 5, 10, 30, 60, 300, 900, 3600, 10_800, 43_200, 86_400, 604_800];
const MOST_BARS = 60;

/** Columns of equal length; `starts` in seconds since 1970. */
export interface Timeline {
	step: number;
	starts: number[];
	accepted: number[];
	refused: number[];
	faults: number[];
}

/** Sums for the charts. */
export interface Overview {
	phones: number;
	accepted: number;
	refused: number;
	faults: number;
	texts: number;
	calls: number;
	parts: number;
	/** How many texts have 1, 2, 3, 4, and 5 or more parts. */
	byParts: number[];
	byEncoding: Record<string, number>;
	stages: Record<Stage, number>;
	timeline: Timeline;
}

function timelineOf({ threads, now }: View): Timeline {
	const { seconds } = threads.totals;
	const last = Math.floor(now / 1000);
	const first = Math.min(last, seconds.keys().next().value ?? last);
	const step = STEPS.find((width) => (last - first) / width < MOST_BARS) ?? 31_536_000;
	const origin = Math.floor(first / step) * step;
	const length = Math.floor((last - origin) / step) + 1;
	const zeros = () => Array.from({ length }, () => 0);
	const timeline = { accepted: zeros(), refused: zeros(), faults: zeros() };
	for (const [second, sums] of seconds) {
		const bar = Math.floor((second - origin) / step);
		for (const key of ['accepted', 'refused', 'faults'] as const)
			if (bar in timeline[key]) timeline[key][bar] = (timeline[key][bar] ?? 0) + sums[key];
	}
	return { step, starts: zeros().map((_, bar) => origin + bar * step), ...timeline };
}

/** Where the texts are by now. Looks at everything. */
function stagesOf({ threads, delivery, now }: View): Record<Stage, number> {
	const stages = { scheduled: 0, queued: 0, sent: 0, delivered: 0, failed: 0 };
	for (const { items } of threads.list())
		for (const item of items) {
			const stage = stageOfItem(item, delivery, now);
			if (stage !== undefined) stages[stage] += 1;
		}
	return stages;
}

export function overviewOf(view: View): Overview {
	const { accepted, refused, faults, texts, calls, parts, byParts, byEncoding } =
		view.threads.totals;
	return {
		phones: view.threads.count,
		...{ accepted, refused, faults, texts, calls, parts },
		byParts: [...byParts],
		byEncoding: { ...byEncoding },
		stages: stagesOf(view),
		timeline: timelineOf(view),
	};
}
