import { hoursInWords, nextOpening } from '../../time/hours';
import { outsideHours } from './failures';
import type { Failed } from './result';
import type { Row } from './row';
import type { RunContext } from '../runContext';

/** How a row ends that its hours keep back now (epoch ms); undefined where they don't, or the service itself is to send it later. */
export function outOfHours(
	{ fields }: Row,
	{ operation, settings }: RunContext,
	now: number,
): Failed | undefined {
	const { hours } = settings;
	if (hours === undefined || operation.isScheduled?.(fields)) return undefined;
	const opening = nextOpening(now, hours);
	return opening === undefined
		? undefined
		: outsideHours(`'Time' allows ${hoursInWords(hours)}`, new Date(opening).toISOString());
}
