import { LOOKED_UP } from '../../options/uniqueKey';
import type { RunContext } from '../runContext';
import { forgotten } from '../keys/age';
import { having } from '../keys/facts';
import { KeyStore } from '../keys/keyStore';
import { isReady, type Row } from '../row/row';

/** So many at once: what asking adds and takes out again must push out no key. */
const AT_ONCE = 2000;

/** The keys of a dry run that an earlier execution has used, and those of which it does not say what became of them. */
export interface LookedUp {
	used: ReadonlySet<string>;
	doubtful: ReadonlySet<string>;
}

/**
 * Finds out which rows of a dry run an earlier execution has sent, or may have, and records nothing. Where n8n's store
 * can't be used, as of a workflow that was never saved, nothing is known. Never throws.
 */
export async function lookUpKeys(
	rows: readonly Row[],
	{ overItems, context, settings, notes }: RunContext,
): Promise<LookedUp> {
	const keys = [...new Set(rows.flatMap((row) => (row.dryRun && isReady(row) && row.key) || []))];
	const used = new Set<string>();
	const doubtful = new Set<string>();
	notes.tooManyKeys = keys.length > LOOKED_UP;
	if (overItems === undefined || keys.length === 0 || notes.tooManyKeys) return { used, doubtful };
	try {
		const signal = context.getExecutionCancelSignal();
		const work: Parameters<KeyStore['exclusively']>[0] = async (access) => {
			if ((await access.count()) === 0) return;
			for (let from = 0; from < keys.length; from += AT_ONCE) {
				const some = keys.slice(from, from + AT_ONCE);
				for (const key of await having(access, some, 'accepted')) used.add(key);
				const left = some.filter((key) => !used.has(key));
				for (const key of await having(access, left, 'unknown')) doubtful.add(key);
			}
			const { hours } = settings.sendOnce;
			for (const key of await forgotten(access, [...used, ...doubtful], hours, Date.now())) {
				used.delete(key);
				doubtful.delete(key);
			}
		};
		await new KeyStore(overItems).exclusively(work, signal);
	} catch (error) {
		context.logger.debug(`The keys of a dry run could not be looked up: ${String(error)}`);
		return { used: new Set(), doubtful: new Set() };
	}
	return { used, doubtful };
}
