import { canonicalNumber } from '../../numbers/formatNumber';
import type { Attempt } from '../attempt';
import type { Row } from '../row/row';
import { KeyStore } from './keyStore';
import { NumberLimit } from './numberLimit';
import { UniqueKeys } from './uniqueKeys';

/** Gives the run what it keeps over executions: where rows have unique keys, or their numbers a limit. */
export function openStore(rows: readonly Row[], attempt: Attempt): void {
	const { overItems, operation, run, settings } = attempt;
	const { limits, numberFormat } = settings;
	const hasKeys = rows.some(({ key }) => key !== undefined);
	if (overItems === undefined || (!hasKeys && limits.maxPerNumber === 0)) return;
	run.store ??= new KeyStore(overItems);
	if (hasKeys) run.keys ??= new UniqueKeys(overItems, run.store, settings.once.hours);
	if (limits.maxPerNumber === 0) return;
	run.numberLimit ??= new NumberLimit(run.store, limits, overItems.getTimezone(), ({ fields }) =>
		(operation.recipients?.(fields) ?? []).map((number) => canonicalNumber(number, numberFormat)),
	);
}
