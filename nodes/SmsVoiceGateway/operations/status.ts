import type { IDataObject } from 'n8n-workflow';

import { idIn, messagesIn } from '../service/messageEntries';
import { plainName, textOf } from '../service/readings';
import { STATES } from '../service/statements';
import type { Json } from '../values/json';

/** Held inside the service: it takes the provider to change that. */
const HELD = 20;
const HELD_ADVICE =
	'The service took it and holds it back: asking again does not help. Ask your provider, who has to change something in your account.';

/**
 * Reads the answer to `asked` once, for any of these ids: the records of each, in that order, each as an item with its
 * record as `response`; of an id that has several, all. An id that the answer says nothing of has `status` null; where
 * it has no records at all, each holds the answer whole.
 */
export function statusReader(
	asked: readonly string[],
	response: Json,
): (ids: readonly string[]) => IDataObject[] {
	const records = messagesIn(response).values.flatMap((record) => {
		const id = idIn(record);
		return id === undefined ? [] : [{ id, record }];
	});
	const exact = Map.groupBy(records, ({ id }) => id);
	// Where none has the very id: as services write it, with zeros in front or without.
	const written = new Set(asked);
	const alike = Map.groupBy(
		records.filter(({ id }) => !written.has(id)),
		({ id }) => sameId(id),
	);
	return (ids) =>
		ids.flatMap((messageId) => {
			const own = exact.get(messageId) ?? alike.get(sameId(messageId)) ?? [];
			if (own.length > 0)
				return own.map(
					({ record }) => ({ messageId, ...state(record), response: record }) as IDataObject,
				);
			const whole = records.length === 0 ? response : null;
			return [{ messageId, ...state(null), response: whole } as IDataObject];
		});
}

/** What of an id is the same however it is written: as a number, with a +, spaces or zeros in front. */
function sameId(id: string): string {
	const plain = textOf(id).replace(/\s/g, '');
	return /^\+?\d+$/.test(plain) ? plain.replace(/\+?0*(?=\d)/, '') : plain;
}

/** Whether no question changes these statuses any more. */
export const isSettled = (items: readonly IDataObject[]): boolean =>
	items.every(({ final, status }) => final === true || status === HELD);

/** What the answer to a later question says; of an id that it says nothing of, or in no form that can be read, what was known. */
export function renewed(
	items: readonly IDataObject[],
	later: readonly IDataObject[],
): IDataObject[] {
	const known = Map.groupBy(items, ({ messageId }) => messageId);
	return [...Map.groupBy(later, ({ messageId }) => messageId)].flatMap(([id, own]) => {
		const news = own.filter(({ status }) => status !== null);
		return news.length > 0 ? news : (known.get(id) ?? own);
	});
}

/** What a record says of its message; null where there is none. */
function state(record: Json): IDataObject {
	const values = new Map(
		Object.entries(record ?? {}).map(([name, one]) => [plainName(name), one as Json]),
	);
	const of = (...names: string[]) =>
		names.map((name) => values.get(name)).find((one) => one !== undefined);
	const time = (value: Json | undefined) =>
		typeof value !== 'string' || value.trim() === '' || value.startsWith('0000-00-00')
			? null
			: value;
	const given = of('status', 'state', 'deliverystatus') ?? null;
	const code = codeOf(given);
	const known = code === undefined ? undefined : STATES[code];
	return {
		status: (known === undefined ? given : Number(code)) as IDataObject[string],
		statusText: known?.text ?? (record === null ? 'Not in the answer' : 'Unknown status'),
		final: known?.final ?? false,
		sentAt: time(of('sendtime', 'senttime', 'sentat')),
		deliveredAt: time(of('delivertime', 'deliverytime', 'deliveredat')),
		...(code === String(HELD) && { warnings: [HELD_ADVICE] }),
	};
}

/** The code of a status, given as a number, as text, with zeros in front, or in the words of the table. */
function codeOf(given: Json): string | undefined {
	const text = textOf(given).toLowerCase();
	if (/^-?\d+$/.test(text)) return text.replace(/^(-?)0+(?=\d)/, '$1');
	return Object.keys(STATES).find((code) => STATES[code]?.text.toLowerCase() === text);
}
