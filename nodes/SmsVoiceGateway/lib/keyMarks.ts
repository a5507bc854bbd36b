/** What stands beside a unique key in n8n's store while its message is on its way; no user's key begins like it. */
const MARK = 'n8n-nodes-sms-voice-gateway:';

const MINUTE_MS = 60_000;

/** Enough for the minutes since 1970 until the year 2097. */
const BITS = 26;

/** That the key's message is on its way. */
export function sendingMark(key: string): string {
	return `${MARK} sending ${key}`;
}

/** That another execution asks whether the one that sends is still there. */
export function askedMark(key: string): string {
	return `${MARK} asked ${key}`;
}

/** All that can tell when a request began: the store can't be read, only asked for what it holds. */
export function timeMarks(key: string): string[] {
	return Array.from({ length: BITS }, (_, bit) => `${MARK} minute ${bit} ${key}`);
}

/** Those of a key's time marks that say a moment, to the minute. */
export function timeMarksOf(key: string, time: Date): string[] {
	const minutes = Math.floor(time.getTime() / MINUTE_MS);
	return timeMarks(key).filter((_, bit) => Math.floor(minutes / 2 ** bit) % 2 === 1);
}

/** The moment that time marks of a key say, to the minute; undefined where there are none. */
export function readTimeMarks(key: string, found: ReadonlySet<string>): Date | undefined {
	const minutes = timeMarks(key).reduce(
		(sum, mark, bit) => (found.has(mark) ? sum + 2 ** bit : sum),
		0,
	);
	return minutes === 0 ? undefined : new Date(minutes * MINUTE_MS);
}
