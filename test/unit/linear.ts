/** Below this a measurement says nothing: milliseconds of the processor. */
const FLOOR = 4;

/**
 * Of a length to sixteen times as much: linear is 16, quadratic 256. Of four times as much, 16 would be quadratic, and linear
 * work came to 13 where what is small fits the processor's cache.
 */
const STEP = 16;
const MOST = 90;

/**
 * Expects work to grow as its input does. `prepare` makes the input of a size, outside of what is measured. Sizes grow
 * until the work can be measured; the ratio of the best of three is compared, never a time. What counts is the processor's
 * time of this thread: by the clock, on a busy machine, linear work took 17 times as long for four times the length. Where
 * `beneath` is most of the work, it is not ours that grows: V8 itself takes up to 20 times as long for JSON of four times the depth.
 */
export async function expectLinear(
	prepare: (size: number) => () => unknown,
	beneath: (size: number) => () => unknown = () => () => undefined,
): Promise<void> {
	for (let size = 2000; ; size *= 4) {
		const small = await bestOf(prepare(size));
		// What is so fast at this length is not quadratic: that would be seconds by now.
		if (small < FLOOR && size < 100_000) continue;
		const ratios: number[] = [];
		// A collection of garbage in one of them is no proof: only what is out of proportion each time is.
		for (let round = 0; round < 4; round++) {
			const large = await bestOf(prepare(size * STEP));
			const ratio = large / Math.max(await bestOf(prepare(size)), FLOOR);
			ratios.push(ratio);
			if (ratio < MOST || (await bestOf(beneath(size * STEP))) > large / 2) return;
		}
		expect({ size, ratios }).toEqual('linear');
	}
}

async function bestOf(work: () => unknown): Promise<number> {
	let best = Infinity;
	for (let round = 0; round < 3; round++) {
		const start = process.threadCpuUsage();
		await work();
		const { user, system } = process.threadCpuUsage(start);
		best = Math.min(best, (user + system) / 1000);
	}
	return best;
}
