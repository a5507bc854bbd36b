import type { CaseId } from './cases.ts';
import { timeOf } from './measured.ts';
import { DELAY_MS, SEND_PARALLEL } from './plan.ts';
import { divide, type Ratios } from './ratios.ts';
import { bytes, ratio } from './table.ts';

/** A figure that the package is judged by, for each count of rows. */
export interface Figure {
	title: string;
	at(rows: number): number | undefined;
	shown: (value: number | undefined) => string;
	/** What it may be, and at which counts of rows. */
	atMost?: { value: number; rows: number[] };
}

export function figures(ratios: Ratios, fewestRows: number | undefined): Figure[] {
	const times = (title: string, one: CaseId, other: CaseId, value?: number, ...rows: number[]) => ({
		title,
		at: (count: number) => ratios.time(ratios.find(one, count), ratios.find(other, count)),
		shown: ratio,
		...(value === undefined ? {} : { atMost: { value, rows } }),
	});
	return [
		times('Send ÷ HTTP Request', 'send', 'httpRequest', 0.7, 1_000, 10_000),
		times("Send ÷ n8n's request helper", 'send', 'helper', 1.25, 1_000, 10_000),
		times('Send ÷ the same, not evaluated', 'send', 'bareHelper', 1.25, 1_000, 10_000),
		{
			title: 'Send, a row ÷ a row of a tenth of them',
			at: (rows) =>
				divide(
					ratios.perRowMs(ratios.find('send', rows)),
					ratios.perRowMs(ratios.find('send', rows / 10)),
				),
			shown: ratio,
			// "Linear" is 1; two runs of the same differ by less than this.
			atMost: { value: 1.2, rows: [100_000] },
		},
		{
			title: 'Send, peak memory for each row',
			at: (rows) => ratios.bytesPerRow('send', fewestRows, rows),
			shown: bytes,
			atMost: { value: 3_000, rows: [100_000] },
		},
		{
			title: 'Send, memory kept of each row',
			at: (rows) => ratios.find('send', rows)?.keptBytesPerRow,
			shown: bytes,
			atMost: { value: 3_000, rows: [100_000] },
		},
		{
			title: `Send, ${SEND_PARALLEL} in parallel ÷ waiting ${DELAY_MS} ms for each answer`,
			at: (rows) =>
				divide(
					timeOf(ratios.find('send', rows, DELAY_MS, SEND_PARALLEL)),
					(rows * DELAY_MS) / SEND_PARALLEL,
				),
			shown: ratio,
			atMost: { value: 1.3, rows: [1_000] },
		},
		times('Send, one text ÷ plain Node', 'group', 'groupLimit', 3, 10_000),
		times('Get Status ÷ plain Node', 'status', 'statusLimit', 3, 10_000),
		times('Send Bulk ÷ plain Node', 'bulk', 'limit', 2.5, 100_000),
		times("Send, one text ÷ n8n's request helper", 'group', 'groupHelper'),
		times("Get Status ÷ n8n's request helper", 'status', 'statusHelper'),
		times("Send Bulk ÷ n8n's request helper", 'bulk', 'bulkHelper'),
		times('Edit Fields ÷ Send Bulk', 'fields', 'bulk'),
		times('HTTP Request ÷ Send Bulk', 'httpRequest', 'bulk'),
	];
}
