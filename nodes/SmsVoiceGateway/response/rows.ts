import { isJsonObject } from '../lib/json';
import type { Json } from '../lib/json';
import { plainDigits } from '../lib/plainDigits';
import type { Verdict } from './answer';
import { anyMember } from './members';
import { entriesOf, messageIdOf } from './messageIds';
import { judge } from './verdict';

/** One message of a request for many, as far as an answer may name it. */
interface Addressed {
	destination: string;
}

/** What an answer says of one message of a bulk. `response` is what it says of this one. */
export type RowVerdict = Verdict & { messageId: string | null };

/**
 * What an answer with HTTP 2xx says of each message of a bulk, where it speaks of them one by one and refuses one:
 * each may then end on its own. Undefined where the answer holds for all of them.
 */
export function judgeRows(
	messages: readonly Addressed[],
	response: Json,
): RowVerdict[] | undefined {
	const entries = pairEntries(messages, rowsIn(response));
	if (!entries) return undefined;
	const verdicts = entries.map((entry) => judge(entry, true));
	if (verdicts.every(({ kind }) => kind === 'accepted')) return undefined;
	const ids = distinctIds(entries);
	return verdicts.map((verdict, index): RowVerdict => {
		const messageId = ids[index] ?? null;
		// A row of which nothing is said, between others of which something is: nobody knows.
		const isSilent = verdict.kind === 'accepted' && messageId === null && !says(verdict.response);
		return isSilent
			? { kind: 'unclear', why: 'mixed', response: verdict.response, messageId }
			: { ...verdict, messageId };
	});
}

/**
 * The id of each message of a bulk: null where it is not certainly its own, because there are fewer or more than
 * messages, one that can't be an id, or one that stands there twice.
 */
export function messageIdsOf(messages: readonly Addressed[], response: Json): Array<string | null> {
	const ids = pairEntries(messages, entriesOf(response))?.map((entry) => messageIdOf(entry));
	const certain = ids !== undefined && ids.every((id) => id !== undefined);
	const distinct = certain && new Set(ids).size === ids.length;
	return messages.map((_, index) => (distinct ? (ids[index] ?? null) : null));
}

function rowsIn(response: Json): Json[] {
	return Array.isArray(response) ? response : entriesOf(response);
}

/** The entry of each message: by its number where the entries name one, else by place. Undefined where that is not certain. */
function pairEntries(messages: readonly Addressed[], entries: Json[]): Json[] | undefined {
	if (entries.length !== messages.length) return undefined;
	const numbers = entries.map(numberIn);
	const isOwn = ({ destination }: Addressed, index: number) =>
		numbers[index] === undefined || numbers[index] === sameNumber(destination);
	if (messages.every(isOwn)) return entries;
	const own = messages.map(({ destination }) => sameNumber(destination));
	const byNumber = new Map(entries.map((entry, index) => [numbers[index], entry]));
	const paired = own.map((number) => byNumber.get(number));
	const isCertain = new Set(own).size === own.length && paired.every((one) => one !== undefined);
	return isCertain ? paired : undefined;
}

function numberIn(entry: Json): string | undefined {
	const number = anyMember(entry, 'destination', 'recipient', 'receptor', 'to', 'mobile', 'phone');
	return typeof number === 'string' || typeof number === 'number'
		? sameNumber(String(number))
		: undefined;
}

/** Services write 0912…, 98912… and +98912… for one number: its last digits are the same. */
function sameNumber(number: string): string {
	return plainDigits(number).replace(/\D/g, '').replace(/^0+/, '').slice(-10);
}

function distinctIds(entries: Json[]): Array<string | undefined> {
	const ids = entries.map(messageIdOf);
	const given = ids.filter((id) => id !== undefined);
	return new Set(given).size === given.length ? ids : ids.map(() => undefined);
}

/** Whether an entry says anything at all of its message. */
function says(entry: Json): boolean {
	return isJsonObject(entry) && Object.keys(entry).length > 0;
}
