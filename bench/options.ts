import { parseArgs } from 'node:util';

/** What `npm run bench -- …` was asked for. */
export interface Options {
	rows: number[];
	latency: boolean;
	/** The folder of the results: only a whole run replaces those that are committed. */
	out: string;
}

const ALL_ROWS = [1_000, 10_000, 100_000];

export function readOptions(args: string[]): Options {
	const { values } = parseArgs({
		args,
		options: {
			rows: { type: 'string' },
			'no-latency': { type: 'boolean', default: false },
			out: { type: 'string' },
		},
	});
	const rows = values.rows?.split(',').map(Number) ?? ALL_ROWS;
	if (!rows.every((count) => Number.isInteger(count) && count > 0 && count < 10_000_000))
		throw new Error('--rows takes whole numbers with commas between, such as 1000,10000');
	const whole = values.rows === undefined && !values['no-latency'];
	return {
		rows: rows.sort((one, other) => one - other),
		latency: !values['no-latency'],
		out: values.out ?? (whole ? 'bench/results' : 'test-results/bench'),
	};
}
