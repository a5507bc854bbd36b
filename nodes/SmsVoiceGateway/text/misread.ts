/**
 * The encodings that spreadsheets still read a file by whose letters are UTF-8, each with the letters that come of it in
 * earnest: Windows-1252 turns `Jörg` into `JÃ¶rg`, Windows-1256 `سلام` into `ط³ظ„ط§ظ…`.
 */
const ENCODINGS: ReadonlyArray<[name: string, letters: RegExp]> = [
	['windows-1252', /^[^\u0080-\u009f]+$/],
	['windows-1256', /^[\p{Script=Arabic}\p{P}\p{Cf}]{2,}$/u],
];

/** By each character above ASCII the byte that it is in an encoding; the five that Windows-1252 lacks are controls there. */
const bytesOf = (encoding: string): ReadonlyMap<string, number> => {
	const bytes = Array.from({ length: 128 }, (_, index) => index + 128);
	const letters = new TextDecoder(encoding).decode(Uint8Array.from(bytes));
	return new Map([
		...bytes.map((byte): [string, number] => [String.fromCharCode(byte), byte]).slice(0, 32),
		...bytes.map((byte, index): [string, number] => [letters[index] ?? '', byte]),
	]);
};

const TABLES = ENCODINGS.map(([name, letters]) => ({ bytes: bytesOf(name), letters }));

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Runs of characters above ASCII. */
const ABOVE_ASCII = /[^\0-\x7f]+/g;

/**
 * Whether a text is UTF-8 that was read in another encoding: all its letters above ASCII, as bytes of that one, are whole
 * characters of UTF-8. `Åse Øystein` is none. Never throws.
 */
export function isMisread(text: string): boolean {
	const runs = text.match(ABOVE_ASCII);
	if (runs === null) return false;
	return TABLES.some(({ bytes, letters }) =>
		runs.every((run) => {
			const own = Array.from(run, (character) => bytes.get(character) ?? 0);
			const decoded = own.includes(0) ? undefined : decode(own);
			return decoded !== undefined && letters.test(decoded);
		}),
	);
}

function decode(bytes: number[]): string | undefined {
	try {
		return utf8.decode(Uint8Array.from(bytes));
	} catch {
		return undefined;
	}
}
