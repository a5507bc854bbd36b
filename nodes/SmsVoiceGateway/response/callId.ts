import type { Json } from '../lib/json';
import { anyMember, asId } from './members';

/** Names of a call's id, the better before the worse. */
const CALL_ID = ['callid', 'id'];

/** The id of an accepted call: in the answer itself, in its `data`, or as the one entry of that. */
export function readCallId(response: Json): string | undefined {
	const data = anyMember(response, 'data');
	const [only = null, ...others] = Array.isArray(data) ? data : [data ?? null];
	const own = asId(anyMember(response, ...CALL_ID));
	if (own !== undefined || others.length > 0) return own;
	return asId(anyMember(only, ...CALL_ID)) ?? asId(only);
}
