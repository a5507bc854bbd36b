import type { IDataObject } from 'n8n-workflow';

import { idIn, messagesIn } from '../service/entries';
import { fieldsIn, textOf } from '../service/readings';
import { amount } from '../text/wording';
import { isJsonObject, type Json } from '../values/json';

/**
 * The states of a text that have been seen: in words, whether it stays in them, and whether the text arrived. `no` is sure: a
 * text that was not found may have another id, and what is held, or has no report, may arrive, or has.
 */
const STATES: Readonly<Record<string, State>> = {
	'-1': final('Not found', 'maybe'),
	1: open('Queued'),
	2: open('Sent'),
	4: open('Pending'),
	5: final('Failed', 'no'),
	6: final('Delivered', 'yes'),
	7: open('No response'),
	8: final('Rejected', 'no'),
	9: open("Sent to the destination's operator"),
	10: open('Partly sent'),
	11: final('Handed over, no ID from the operator', 'maybe'),
	12: final('Partly delivered', 'maybe'),
	13: final('No delivery report', 'maybe'),
	20: open('Held by the service'),
	52: open('State not known'),
};

interface State {
	text: string;
	final: boolean;
	arrived: 'yes' | 'no' | 'maybe';
}

function final(text: string, arrived: State['arrived']): State {
	return { text, final: true, arrived };
}

function open(text: string): State {
	return { text, final: false, arrived: 'maybe' };
}

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
	const records = messagesIn(response).messages.flatMap((record) => {
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
			if (own.length > 0) return own.map(({ record }) => itemOf(messageId, record, record));
			return [itemOf(messageId, null, records.length === 0 ? response : null)];
		});
}

/** What of an id is the same however it is written: as a number, with a +, spaces or zeros in front. */
function sameId(id: string): string {
	const plain = textOf(id);
	return /^\+?\d+$/.test(plain) ? plain.replace(/\+?0*(?=\d)/, '') : plain;
}

/** Right after sending, the service may not have it in its list yet. */
const NOT_FOUND = -1;

/** Whether no question changes these statuses any more, as long as somebody waits for it. */
export const isSettled = (items: readonly IDataObject[]): boolean =>
	items.every(({ final, status }) => (final === true && status !== NOT_FOUND) || status === HELD);

/** The item of a row without an ID: it was not sent, or the service gave none. */
export const unasked = (): IDataObject[] => [
	{
		messageId: null,
		status: null,
		statusText: NO_ID,
		final: false,
		arrived: 'maybe',
		sentAt: null,
		deliveredAt: null,
	},
];
const NO_ID = 'No ID to ask for';

/** What became of what was asked, counted: "12 asked: 5 arrived, 3 did not, 3 may have; 1 without an ID". */
export function countOf(items: readonly IDataObject[]): string {
	const asked = items.filter(({ statusText }) => statusText !== NO_ID);
	const arrived = (is: string) => asked.filter((item) => item.arrived === is).length;
	const became = joined(
		[
			counted(arrived('yes'), 'arrived'),
			counted(arrived('no'), 'did not'),
			counted(arrived('maybe'), 'may have'),
		],
		', ',
	);
	const without = counted(items.length - asked.length, 'without an ID');
	return joined([`${amount(items.length)} asked`, joined([became, without], '; ')], ': ');
}

const counted = (count: number, words: string) => (count > 0 ? `${amount(count)} ${words}` : '');

const joined = (parts: readonly string[], between: string) =>
	parts.filter((part) => part !== '').join(between);

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

/** The value of a record's first member of these names. */
const valueOf = (fields: ReadonlyMap<string, Json>, names: readonly string[]): Json | undefined =>
	names.map((name) => fields.get(name)).find((value) => value !== undefined);

/** A time as a record has it; null where it has none. */
function timeOf(value: Json = null): IDataObject[string] {
	if (typeof value === 'number') return value === 0 ? null : value;
	if (typeof value !== 'string' || value.trim() === '') return null;
	return value.startsWith('0000-00-00') ? null : value;
}

const STATUS = ['status', 'state', 'deliverystatus'];
const SENT_AT = ['sendtime', 'senttime', 'sentat'];
const DELIVERED_AT = ['delivertime', 'deliverytime', 'deliveredat'];

/** What a record says of its message, null where there is none; with what came of it. */
function itemOf(messageId: string | null, record: Json, response: Json): IDataObject {
	// Of two of the same plain name the first counts.
	const fields = new Map(isJsonObject(record) ? fieldsIn(record).reverse() : []);
	const given = valueOf(fields, STATUS) ?? null;
	const code = codeOf(given);
	const known = code === undefined ? undefined : STATES[code];
	const item: IDataObject = {
		messageId,
		status: (known === undefined ? given : Number(code)) as IDataObject[string],
		statusText: known?.text ?? (record === null ? 'Not in the answer' : 'Unknown status'),
		final: known?.final ?? false,
		arrived: known?.arrived ?? 'maybe',
		sentAt: timeOf(valueOf(fields, SENT_AT)),
		deliveredAt: timeOf(valueOf(fields, DELIVERED_AT)),
		response: response as IDataObject[string],
	};
	if (code === String(HELD)) item.warnings = [HELD_ADVICE];
	return item;
}

/** The code of a status, given as a number, as text, with zeros in front, or in the words of the table. */
function codeOf(given: Json): string | undefined {
	const text = textOf(given).toLowerCase();
	if (/^-?\d+$/.test(text)) return text.replace(/^(-?)0+(?=\d)/, '$1');
	return Object.keys(STATES).find((code) => STATES[code]?.text.toLowerCase() === text);
}
