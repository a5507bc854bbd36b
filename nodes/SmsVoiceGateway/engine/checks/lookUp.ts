import { LOOKED_UP } from '../../options/uniqueKey';
import { Claims } from '../keys/claims';
import { keptOf } from '../keys/openClaims';
import { isReady, type Row } from '../row/row';
import type { RunContext } from '../runContext';

/** The keys of a dry run that an earlier execution has used, and those of which it does not say what became of them. */
export interface LookedUp {
	used: ReadonlySet<string>;
	doubtful: ReadonlySet<string>;
}

/**
 * Finds out which rows of a dry run an earlier execution has sent, or may have, and records nothing. Where n8n's store
 * can't be used, as of a workflow that was never saved, nothing is known. Never throws.
 */
export async function lookUpKeys(rows: readonly Row[], runContext: RunContext): Promise<LookedUp> {
	const { overItems, context, notes } = runContext;
	const byKey = new Map(
		rows.flatMap((row) => (row.dryRun && isReady(row) && row.key ? [[row.key, row]] : [])),
	);
	const nothing: LookedUp = { used: new Set(), doubtful: new Set() };
	notes.tooManyKeys = byKey.size > LOOKED_UP;
	if (overItems === undefined || byKey.size === 0 || notes.tooManyKeys) return nothing;
	try {
		return await new Claims(overItems, keptOf(runContext)).lookUp([...byKey.values()]);
	} catch (error) {
		context.logger.debug(`The keys of a dry run could not be looked up: ${String(error)}`);
		return nothing;
	}
}
