import { canonicalNumber } from '../../numbers/formatNumber';
import type { RunContext } from '../runContext';
import type { Row } from '../row/row';
import { KeyStore } from './keyStore';
import { NumberLimit } from './numberLimit';
import { UniqueKeys } from './uniqueKeys';

/** Gives the run what it keeps over executions: where rows have unique keys, or their numbers a limit. */
export function openStore(rows: readonly Row[], runContext: RunContext): void {
	const { overItems, operation, memory, settings } = runContext;
	const { limits, numberFormat } = settings;
	const hasKeys = rows.some(({ key }) => key !== undefined);
	if (overItems === undefined || (!hasKeys && limits.maxPerNumber === 0)) return;
	memory.store ??= new KeyStore(overItems);
	if (hasKeys) memory.keys ??= new UniqueKeys(overItems, memory.store, settings.sendOnce.hours);
	if (limits.maxPerNumber === 0) return;
	memory.numberLimit ??= new NumberLimit(
		memory.store,
		limits,
		overItems.getTimezone(),
		({ fields }) =>
			(operation.recipients?.(fields) ?? []).map((number) => canonicalNumber(number, numberFormat)),
	);
}
