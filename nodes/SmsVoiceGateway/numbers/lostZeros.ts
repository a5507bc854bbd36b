/**
 * How many of some cleaned numbers look as if a sheet had dropped their zero: a digit shorter than most that begin with
 * one, and without it. Where none begins with a zero nobody can tell.
 */
export function lostZeros(numbers: Iterable<string>): number {
	const withZero = new Map<number, number>();
	const without = new Map<number, number>();
	for (const number of numbers) {
		if (number.startsWith('+') || number.startsWith('00')) continue;
		const lengths = number.startsWith('0') ? withZero : without;
		lengths.set(number.length, (lengths.get(number.length) ?? 0) + 1);
	}
	const [usual] = [...withZero].sort(([, a], [, b]) => b - a)[0] ?? [];
	return usual === undefined ? 0 : (without.get(usual - 1) ?? 0);
}
