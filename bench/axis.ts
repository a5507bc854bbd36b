/** One axis of a chart, in powers of ten. */
export interface Axis {
	ticks: number[];
	at(value: number): number;
}

/** From the power of ten below all values to the one above them. */
export function axis(values: number[], from: number, to: number): Axis {
	const powers = values.map(Math.log10);
	const low = Math.floor(Math.min(...powers) + 1e-9);
	const high = Math.max(low + 1, Math.ceil(Math.max(...powers) - 1e-9));
	return {
		ticks: Array.from({ length: high - low + 1 }, (_, step) => 10 ** (low + step)),
		at: (value) => round(from + ((Math.log10(value) - low) / (high - low)) * (to - from)),
	};
}

export const round = (value: number): number => Math.round(value * 10) / 10;
