import { withProgress, type Say } from '../host/progress.ts';
import { measureLimit, measureNode } from './measure.ts';
import type { Measured } from './measured.ts';
import type { Place } from './place.ts';
import type { Step } from './plan.ts';

let stopped = false;

/** Lets no further step begin. */
export const stopSteps = (): void => {
	stopped = true;
};

/** Each on an n8n of its own, so that no memory of another's is counted. */
export async function alone(step: Step, place: Place, say: Say): Promise<Measured> {
	return await told(step, say, async () => {
		if (step.one.plain) return await measureLimit(step, place.sandbox);
		const started = await place.serve();
		const measured = await measureNode(step, place.sandbox, started);
		await started.server.stop();
		return measured;
	});
}

/** All on one n8n, where the memory is not looked at. */
export async function together(steps: Step[], place: Place, say: Say): Promise<Measured[]> {
	if (steps.length === 0) return [];
	const started = await withProgress(say, 'Starting n8n', 'about 10 seconds', () => place.serve());
	const results: Measured[] = [];
	for (const step of steps) {
		const measure = () =>
			step.one.plain
				? measureLimit(step, place.sandbox)
				: measureNode(step, place.sandbox, started);
		results.push(await told(step, say, measure));
	}
	await started.server.stop();
	return results;
}

async function told(step: Step, say: Say, measure: () => Promise<Measured>): Promise<Measured> {
	if (stopped) throw new Error('interrupted');
	const { one, rows, delayMs, runs } = step;
	const delay = delayMs === 0 ? '' : `, answers after ${delayMs} ms`;
	const measured = await withProgress(
		say,
		`${one.title}, ${rows.toLocaleString('en')} rows${delay}`,
		`${runs} measured`,
		measure,
	);
	const { requests = 0, problem } = measured;
	const times = measured.runs.map((ms) => `${Math.round(ms)} ms`).join(', ');
	say(`  ${requests.toLocaleString('en')} requests; ${problem ?? times}`);
	return measured;
}
