import { flawed, notSent } from '../dispatch/ownFailures';
import type { Run } from '../dispatch/run';
import type { Failure } from '../response/failure';
import { end } from './end';
import type { Row } from './row';

/** How many wrong rows the error describes before it counts the rest. */
const DESCRIBED = 10;

/** Gives wrong rows their end. With `sparing`, the right ones are left to be sent; else they are not sent either. */
export function endWrongRows(rows: readonly Row[], run: Run, sparing: boolean): void {
	for (const row of rows) {
		if (row.flaw !== undefined) end([row], run, flawed(row.flaw));
		else if (!sparing) end([row], run, notSent('otherItemWrong'));
	}
}

/**
 * The failure of a try in which nothing is sent, because rows are wrong: the first ones, and how many.
 * `sentBefore`: whether an earlier try has sent some.
 */
export function wrongRowsFailure(rows: readonly Row[], sentBefore = false): Failure {
	const flaws = rows.flatMap(({ flaw }) => flaw ?? []);
	const [first] = flaws;
	const ways = "Correct the rows, or set 'Invalid Rows' to Skip to send the others.";
	if (flaws.length === 1 && first !== undefined) {
		return { outcome: 'rejected', message: first.message, advice: `${first.advice} ${ways}` };
	}
	const described = flaws.slice(0, DESCRIBED).map(({ message }) => `${message}.`);
	const rest = flaws.length - described.length;
	return {
		outcome: 'rejected',
		message: `${flaws.length.toLocaleString('en-US')} of ${rows.length.toLocaleString('en-US')} rows are wrong, so nothing ${sentBefore ? 'more ' : ''}was sent`,
		advice: [
			...described,
			...(rest > 0 ? [`And ${rest.toLocaleString('en-US')} more.`] : []),
			ways,
		].join(' '),
	};
}
