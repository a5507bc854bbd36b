import { isOneByOne } from '../host/host';
import { windowAt } from '../time/hours';
import { numbersIn } from '../row/content';
import type { Row } from '../row/row';
import type { RunContext } from '../engine/runContext';
import { Claims, type Kept } from './claims';

/** Gives the run what it keeps over executions: where rows have keys, n8n retries them, or their numbers have a limit. */
export function openClaims(rows: readonly Row[], runContext: RunContext): void {
	const { context, memory, settings } = runContext;
	const isKept =
		rows.some(({ key }) => key !== undefined) ||
		settings.limits.maxPerNumber > 0 ||
		memory.retried !== undefined;
	if (!isOneByOne(context) && isKept) memory.claims ??= new Claims(context, promisesOf(runContext));
}

const HOUR = 3_600_000;

/**
 * What a run keeps. With *Forget After* a key's name begins with its window, as it is when the run begins, and a message may
 * leave where the window before has none either: so it is kept for its hours at least. In an n8n Retry each row has a key.
 */
function promisesOf({ settings, memory, context }: RunContext): Kept {
	const { limits, sendOnce, resendUnknown } = settings;
	const { hours } = sendOnce;
	const nameAt = (instant: number) => windowAt(instant, hours, context.getTimezone()).name;
	const now = Date.now();
	const windows = hours > 0 ? [nameAt(now), nameAt(now - hours * HOUR)] : [];
	return {
		namesOf: ({ key, id }) => {
			if (key === undefined) {
				const retried = memory.retried?.keys.get(id);
				return retried === undefined ? undefined : [retried];
			}
			const [within, before] = windows.map((name) => `${name}: ${key}`);
			return within === undefined || before === undefined ? [key] : [within, before];
		},
		numbersOf: ({ fields }) => numbersIn(fields),
		maxPerNumber: limits.maxPerNumber,
		perHours: limits.perHours,
		resendUnknown,
	};
}
