import { isJsonObject, type Json } from '../values/json';

/** A name as all its writings have it: services write `MsgID`, `msgid`, `msg_id`, `Msg-Id`. */
export function plainName(name: string): string {
	return /^[a-z\d]*$/.test(name) ? name : name.toLowerCase().replace(/[\s_.-]/g, '');
}

/** What an object holds by plain names, of several writings of one name the last; of what is no object, nothing. */
export function valuesByName(value: Json | undefined): ReadonlyMap<string, Json> {
	const values = new Map<string, Json>();
	if (!isJsonObject(value)) return values;
	for (const [name, one] of Object.entries(value)) values.set(plainName(name), one);
	return values;
}

/** The value under the first of `names` that there is. */
export function firstOf(values: ReadonlyMap<string, Json>, ...names: string[]): Json | undefined {
	for (const name of names) {
		const one = values.get(name);
		if (one !== undefined) return one;
	}
	return undefined;
}
