import { isJsonObject, member } from '../lib/json';
import type { Json } from '../lib/json';

/** The member of an object whose name is one of `names`, in any case: services write `MsgID`, `msgid`, `msg_id`. */
export function anyMember(value: Json, ...names: string[]): Json | undefined {
	if (!isJsonObject(value)) return undefined;
	const key = Object.keys(value).find((own) =>
		names.includes(own.toLowerCase().replace(/[_-]/g, '')),
	);
	return key === undefined ? undefined : member(value, key);
}

/** A message or call id as text of all its digits; undefined for what can't be one. */
export function asId(value: Json | undefined): string | undefined {
	if (typeof value === 'number') return Number.isInteger(value) ? String(value) : undefined;
	return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
