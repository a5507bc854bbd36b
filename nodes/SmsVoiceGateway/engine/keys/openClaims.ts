import { canonicalNumber } from '../../numbers/formatNumber';
import { windowAt } from '../../time/window';
import type { Row } from '../row/row';
import type { RunContext } from '../runContext';
import { Claims, type Kept } from './claims';

/** Gives the run what it keeps over executions: where rows have keys, n8n retries them, or their numbers have a limit. */
export function openClaims(rows: readonly Row[], runContext: RunContext): void {
	const { overItems, memory, settings } = runContext;
	const isKept =
		rows.some(({ key }) => key !== undefined) ||
		settings.limits.maxPerNumber > 0 ||
		memory.retried !== undefined;
	if (overItems !== undefined && isKept)
		memory.claims ??= new Claims(overItems, keptOf(runContext));
}

/**
 * What a run keeps. Of what is forgotten after some hours the name has these, as they are when the run begins. In an n8n
 * Retry each row has a key.
 */
export function keptOf({ operation, settings, memory, context }: RunContext): Kept {
	const { limits, numberFormat, sendOnce, resendUnknown } = settings;
	const { hours } = sendOnce;
	const within = hours > 0 ? `${windowAt(Date.now(), hours, context.getTimezone()).name}: ` : '';
	return {
		keyOf: ({ key, id }) => (key === undefined ? memory.retried?.keys.get(id) : `${within}${key}`),
		numbersOf: ({ fields }) =>
			(operation.recipients?.(fields) ?? []).map((number) => canonicalNumber(number, numberFormat)),
		...{ maxPerNumber: limits.maxPerNumber, perHours: limits.perHours, again: resendUnknown },
	};
}
