import { plainDigits } from '../../numbers/plainDigits';
import type { Operation } from '../operation';
import { inSameRequest } from '../row/failures';
import type { Failed } from '../row/result';
import { nameOf, type Row } from '../row/row';

/** Digits that may be a number; leading zeros aside, which each side may write or not. */
const NUMBER = /[1-9]\d{4,}/g;

const ADVICE =
	"If your provider wants the number in another writing, add the option 'Number Format'.";

/**
 * How the rows of a request end that was refused whole: where the service's words name numbers of some of them, these were
 * refused, and the others were merely in their request.
 */
export function endsOf(
	failed: Failed,
	rows: readonly Row[],
	{ recipients }: Operation,
): Map<Row, Failed> {
	const { failure, outcome } = failed;
	const said = new Set(plainDigits(failure.message).match(NUMBER));
	const isNamed = ({ fields }: Row) =>
		recipients?.(fields).some((number) => said.has(number.match(NUMBER)?.[0] ?? '')) === true;
	const named = outcome === 'rejected' ? rows.filter(isNamed) : [];
	const [first] = named;
	if (first === undefined) return new Map(rows.map((row) => [row, failed]));
	const isSaid = failure.advice.includes("'Number Format'");
	const advice = isSaid ? failure.advice : `${failure.advice} ${ADVICE}`;
	const refused: Failed = { ...failed, failure: { ...failure, advice } };
	const other = inSameRequest(nameOf(first));
	return new Map(rows.map((row) => [row, isNamed(row) ? refused : other]));
}
