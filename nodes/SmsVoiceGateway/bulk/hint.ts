import type { NodeExecutionHint } from 'n8n-workflow';

import type { Settled } from '../dispatch/settled';
import type { Row } from './row';

const NAMES: Array<[Settled['outcome'], string]> = [
	['accepted', 'accepted'],
	['dryRun', 'right'],
	['duplicate', 'duplicate'],
	['rejected', 'rejected'],
	['unknown', 'unknown, may have been sent'],
	['notSent', 'not sent'],
];

/** The summary of a bulk for the output pane: rows by outcome, message parts and requests. */
export function hintOf(rows: readonly Row[]): NodeExecutionHint {
	const counts = new Map<Settled['outcome'], number>();
	const batches = new Set<unknown>();
	let parts = 0;
	for (const { end } of rows) {
		if (end === undefined) continue;
		counts.set(end.outcome, (counts.get(end.outcome) ?? 0) + 1);
		const [item] = 'items' in end ? end.items : [];
		if (item === undefined || end.outcome === 'duplicate') continue;
		parts += Number(item.parts);
		batches.add(item.batch);
	}
	const dry = counts.has('dryRun');
	const named = NAMES.flatMap(([outcome, name]) => {
		const count = counts.get(outcome) ?? 0;
		return count > 0 ? [`${amount(count)} ${name}`] : [];
	});
	const failed = (['rejected', 'unknown', 'notSent'] as const).some((outcome) =>
		counts.has(outcome),
	);
	return {
		message: `${dry ? 'Dry run, nothing was sent: ' : ''}${amount(rows.length)} rows: ${named.join(', ')}. ${amount(parts)} message parts in ${amount(batches.size)} ${batches.size === 1 ? 'request' : 'requests'}.`,
		type: failed ? 'warning' : 'info',
		location: 'outputPane',
	};
}

const amount = (count: number) => count.toLocaleString('en-US');
