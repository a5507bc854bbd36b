/** A list in successive batches of `size`, in order; the last one may be shorter. */
export function batchesOf<T>(list: readonly T[], size: number): T[][] {
	const count = Math.ceil(list.length / size);
	return Array.from({ length: count }, (_, index) => list.slice(index * size, (index + 1) * size));
}
