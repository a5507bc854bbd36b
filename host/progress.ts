/** Where a line for the person watching goes: the terminal for `npm start`, the test log in tests. */
export type Say = (line: string) => void;

/** What has taken how many seconds in this process, in the order of their ends. */
export const taken: Array<{ what: string; seconds: number }> = [];

/** Does `work`; says at the start what is done and how long it may take, and every ten seconds that it is still going. */
export async function withProgress<T>(
	say: Say,
	what: string,
	expected: string,
	work: () => Promise<T>,
): Promise<T> {
	const start = Date.now();
	const seconds = () => Math.round((Date.now() - start) / 1000);
	say(`${what} (${expected}) …`);
	const ticker = setInterval(() => say(`  … ${what}: ${seconds()} s`), 10_000);
	try {
		const result = await work();
		// Several may be under way, so each names itself.
		say(`  ${what}: done in ${seconds()} s`);
		taken.push({ what, seconds: (Date.now() - start) / 1000 });
		return result;
	} finally {
		clearInterval(ticker);
	}
}
