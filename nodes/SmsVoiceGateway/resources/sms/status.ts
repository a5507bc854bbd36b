import type { IDataObject } from 'n8n-workflow';

import { grouped } from '../../values/grouped';
import type { Json } from '../../values/json';
import { entriesOf } from '../../response/data';
import { firstOf, valuesByName } from '../../response/byName';
import { asId, sameId } from '../../response/messageId';
import { ANY_ID } from '../../response/names';
import { STATES } from '../../response/states';

/**
 * Reads the answer to `asked` once, for any of these ids: the records of each, in that order, each as an item with its
 * record as `response`; of an id that has several, all. An id that the answer says nothing of has `status` null; where
 * it has no records at all, each holds the answer whole.
 */
export function statusReader(
	asked: readonly string[],
	response: Json,
): (ids: readonly string[]) => IDataObject[] {
	const records = (entriesOf(response)?.entries ?? []).flatMap((record) => {
		const values = valuesByName(record);
		const id = asId(firstOf(values, ...ANY_ID));
		return id === undefined ? [] : [{ id, record, values }];
	});
	const exact = grouped(records, ({ id }) => id);
	// Where none has the very id: as services write it, with zeros in front or without.
	const written = new Set(asked);
	const alike = grouped(
		records.filter(({ id }) => !written.has(id)),
		({ id }) => sameId(id),
	);
	return (ids) =>
		ids.flatMap((messageId) => {
			const own = exact.get(messageId) ?? alike.get(sameId(messageId)) ?? [];
			const found = own.length === 0 ? [NO_RECORD] : own;
			return found.map(({ record, values }) => {
				const words = record === null ? 'Not in the answer' : 'Unknown status';
				const own = records.length === 0 ? response : record;
				return { messageId, ...state(values, words), response: own } as IDataObject;
			});
		});
}

/** Those of some ids of which the items don't say a final status. */
export function notFinal(ids: readonly string[], items: readonly IDataObject[]): string[] {
	const open = new Set(items.flatMap(({ messageId, final }) => (final === true ? [] : messageId)));
	const known = new Set(items.map(({ messageId }) => messageId));
	return ids.filter((id) => open.has(id) || !known.has(id));
}

/**
 * Items with what the answer to a later question says, in their order. Of an id that it says nothing of, or in no
 * form that can be read, stays what was known.
 */
export function renewed(
	items: readonly IDataObject[],
	later: readonly IDataObject[],
): IDataObject[] {
	const said = later.filter(({ status }) => status !== null);
	const news = grouped(said, ({ messageId }) => messageId);
	const renewedIds = new Set<unknown>();
	return items.flatMap((item) => {
		const own = news.get(item.messageId);
		if (own === undefined) return [item];
		// An id with several records had an item for each; now there are as many as in the later answer.
		if (renewedIds.has(item.messageId)) return [];
		renewedIds.add(item.messageId);
		return own;
	});
}

/** What stands for an id that the answer says nothing of. */
const NO_RECORD = { record: null, values: valuesByName(null) };

/** What a record says of its message; `otherwise` where it has no status that is known. */
function state(values: ReadonlyMap<string, Json>, otherwise: string): IDataObject {
	const given = firstOf(values, 'status', 'state', 'deliverystatus') ?? null;
	const known = STATES[String(given).trim()];
	const status = known === undefined ? given : Number(given);
	return {
		status: status as IDataObject[string],
		statusText: known?.text ?? otherwise,
		final: known?.final ?? false,
		sentAt: time(firstOf(values, 'sendtime', 'senttime', 'sentat')),
		deliveredAt: time(firstOf(values, 'delivertime', 'deliverytime', 'deliveredat')),
	};
}

/** A time as the service writes it; `0000-00-00 …` stands for none. */
function time(value: Json | undefined): string | null {
	if (typeof value !== 'string' || value.trim() === '' || value.startsWith('0000-00-00'))
		return null;
	return value;
}
