/** Where a line for the person watching goes: the terminal for `npm start`, the test log in tests. */
export type Say = (line: string) => void;

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
		say(`  done in ${seconds()} s`);
		return result;
	} finally {
		clearInterval(ticker);
	}
}
