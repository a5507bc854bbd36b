import { canonicalNumber } from '../../numbers/formatNumber';
import type { RunContext } from '../runContext';
import { withWarning, type Row } from '../row/row';

/** Makes a dry run of each row that goes to anybody but the test numbers of the credential, where it has some. */
export function onlyTest({ login, operation, settings }: RunContext): (row: Row) => Row {
	const { testNumbers } = login;
	if (testNumbers === undefined || !operation.sends) return (row) => row;
	const plain = (number: string) => canonicalNumber(number, settings.numberFormat);
	const allowed = new Set(testNumbers.map(plain));
	return (row) => {
		if (row.dryRun) return row;
		const other = operation.recipients?.(row.fields).find((number) => !allowed.has(plain(number)));
		if (other === undefined) return row;
		return withWarning(
			{ ...row, dryRun: true, isHeldByTest: true },
			`Not sent: ${other} is none of the 'Test Numbers' of the credential`,
		);
	};
}
