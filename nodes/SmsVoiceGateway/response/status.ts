import type { IDataObject } from 'n8n-workflow';

import { member } from '../lib/json';
import type { Json } from '../lib/json';
import { anyMember, asId } from './members';

/** The states that have been seen, in words, and whether a message stays in them. */
const STATES: Readonly<Record<string, { text: string; final: boolean }>> = {
	'-1': { text: 'Not found', final: true },
	1: { text: 'Queued', final: false },
	2: { text: 'Sent', final: false },
	4: { text: 'Pending', final: false },
	5: { text: 'Failed', final: true },
	6: { text: 'Delivered', final: true },
	7: { text: 'No response', final: false },
	8: { text: 'Rejected', final: true },
	9: { text: "Sent to the destination's operator", final: false },
	10: { text: 'Partly sent', final: false },
	11: { text: 'No such message ID', final: true },
	12: { text: 'Partly delivered', final: true },
	13: { text: 'Not delivered', final: true },
};

/**
 * Reads an answer once, for any of the ids that were asked for: one item for each id, in that order, with its
 * record as `response`. An id that the answer says nothing of has `status` null. An answer without records
 * gives one item that holds it whole.
 */
export function statusReader(response: Json): (asked: readonly string[]) => IDataObject[] {
	const byId = new Map<string, Json>();
	for (const record of recordsOf(response)) {
		const id = asId(anyMember(record, 'msgid', 'messageid', 'id'));
		if (id !== undefined) byId.set(id, record);
	}
	if (byId.size === 0) return () => [{ response }] as IDataObject[];
	return (asked) =>
		asked.map((messageId) => {
			const record = byId.get(messageId) ?? null;
			return { messageId, ...state(record), response: record } as IDataObject;
		});
}

function recordsOf(response: Json): Json[] {
	const data = member(response, 'data') ?? response;
	return Array.isArray(data) ? data : [data];
}

function state(record: Json): IDataObject {
	const given = anyMember(record, 'status') ?? null;
	const known = STATES[String(given).trim()];
	const status = known === undefined ? given : Number(given);
	return {
		status: status as IDataObject[string],
		statusText: known?.text ?? (given === null ? 'Not in the answer' : 'Unknown status'),
		final: known?.final ?? false,
		sentAt: time(anyMember(record, 'sendtime')),
		deliveredAt: time(anyMember(record, 'delivertime')),
	};
}

/** A time as the service writes it; `0000-00-00 …` stands for none. */
function time(value: Json | undefined): string | null {
	if (typeof value !== 'string' || value.trim() === '' || value.startsWith('0000-00-00'))
		return null;
	return value;
}
