import { timeOf, type Measured } from './measured.ts';
import type { CaseId } from './cases.ts';

const MEGA = 1e6;

/** Looks up what was measured, and divides. Undefined where one of the two was not measured or did not do its work. */
export class Ratios {
	readonly results: Measured[];

	constructor(results: Measured[]) {
		this.results = results;
	}

	find(id: CaseId, rows: number, delayMs = 0, parallel?: number): Measured | undefined {
		return this.results.find(
			(one) =>
				one.id === id && one.rows === rows && one.delayMs === delayMs && one.parallel === parallel,
		);
	}

	/** How many times as long the first takes as the second. */
	time(one: Measured | undefined, other: Measured | undefined): number | undefined {
		return divide(timeOf(one), timeOf(other));
	}

	perRowMs(one: Measured | undefined): number | undefined {
		return divide(timeOf(one), one?.rows);
	}

	/** What n8n's peak was above that of the pass-through with the same rows. */
	extraBytes(one: Measured | undefined): number | undefined {
		const base = one && this.find('pass', one.rows)?.peakBytesAtNode;
		if (one?.peakBytesAtNode === undefined || base === undefined || one.problem !== undefined)
			return undefined;
		return one.peakBytesAtNode - base;
	}

	extraMegabytes(one: Measured | undefined): number | undefined {
		return divide(this.extraBytes(one), MEGA);
	}

	/** By how much that grows for each row more. The part that does not depend on the rows falls out. */
	bytesPerRow(id: CaseId, fewest?: number, most?: number): number | undefined {
		if (fewest === undefined || most === undefined || fewest === most) return undefined;
		const low = this.extraBytes(this.find(id, fewest));
		const high = this.extraBytes(this.find(id, most));
		return low === undefined || high === undefined ? undefined : (high - low) / (most - fewest);
	}
}

export function divide(one: number | undefined, other: number | undefined): number | undefined {
	return one === undefined || other === undefined || other === 0 ? undefined : one / other;
}
