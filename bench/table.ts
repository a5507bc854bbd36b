/** A Markdown table whose columns line up in a terminal as well. The first column is text, the others are numbers. */
export function table(head: string[], rows: string[][], textColumns = 1): string[] {
	const width = head.map((title, column) =>
		Math.max(3, title.length, ...rows.map((row) => (row[column] ?? '').length)),
	);
	const line = (cells: string[]) =>
		`| ${width
			.map((wide, column) => {
				const cell = cells[column] ?? '';
				return column < textColumns ? cell.padEnd(wide) : cell.padStart(wide);
			})
			.join(' | ')} |`;
	const rule = width.map((wide, column) =>
		column < textColumns ? '-'.repeat(wide) : `${'-'.repeat(wide - 1)}:`,
	);
	return [line(head), `| ${rule.join(' | ')} |`, ...rows.map(line)];
}

export const NONE = '–';

export const whole = (value: number | undefined): string =>
	value === undefined ? NONE : Math.round(value).toLocaleString('en');

/** Three digits that count: 0.0123, 1.23, 12.3, 123, 1,230. */
export function digits(value: number | undefined): string {
	if (value === undefined) return NONE;
	if (Math.abs(value) >= 100) return whole(value);
	return String(Number(value.toPrecision(3)));
}

export const ratio = (value: number | undefined): string =>
	value === undefined ? NONE : `${digits(value)} ×`;

export const unit = (value: string, name: string): string =>
	value === NONE ? NONE : `${value} ${name}`;

export const bytes = (value: number | undefined): string => unit(whole(value), 'B');

export const time = (ms: number | undefined): string => {
	if (ms === undefined) return NONE;
	return ms < 1_000 ? `${digits(ms)} ms` : `${digits(ms / 1_000)} s`;
};
