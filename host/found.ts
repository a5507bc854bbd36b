const SHORTEST_MS = 50;
const LONGEST_MS = 1000;
/** Less than a test may take, so that it says what it waited for; some of what is waited for takes n8n minutes. */
const PATIENCE_MS = 18 * 60_000;

/**
 * Looks until there is something to see, and gives it; throws after 18 minutes, with the code that looked. Waits a tenth
 * of the time that has passed before it looks again: each look at an execution costs n8n 10 ms of the processor.
 */
export async function found<T>(
	look: () => Promise<T | undefined> | T | undefined,
	code = String(look),
): Promise<T> {
	const begun = Date.now();
	for (;;) {
		const seen = await look();
		if (seen !== undefined) return seen;
		const waited = Date.now() - begun;
		if (waited > PATIENCE_MS) throw new Error(`Waited 18 minutes for ${code}`);
		const pause = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, waited / 10));
		await new Promise((resolve) => setTimeout(resolve, pause));
	}
}

/** The same, until it is so. */
export const come = (isSo: () => Promise<boolean> | boolean): Promise<true> =>
	found(async () => (await isSo()) || undefined, String(isSo));
