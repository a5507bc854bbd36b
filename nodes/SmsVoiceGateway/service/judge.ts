import { shorten } from '../text/wording';
import type { Json } from '../values/json';
import {
	type Answer,
	extractJson,
	type Question,
	type RowVerdict,
	type Said,
	type Verdict,
} from './answer';
import { areFor, idIn, messagesIn } from './entries';
import { idOf, isAcceptingCode, isPraise, isRefusingStatus } from './readings';
import { type Sign, signsIn, type Signs, type TaughtMember } from './signs';
import { type Taught, taughtBy } from './taught';

/** As much of what is not understood as a warning shows: characters. */
const MOST_SHOWN = 200;

type Why = Extract<Said, { kind: 'unclear' }>['why'];
type End = 'accepted' | 'refused' | Why;

/** What proves an acceptance: an ID for each number, in the place of IDs; a plain yes; or nothing. */
type Proof = 'each' | 'yes' | 'none';

/**
 * What an answer says of the request. The service's answers are documented nowhere, so an acceptance stands only where it is
 * proven and all else in the answer is understood (`signs.ts` has the names that are, `readings.ts` the words):
 *
 * | proof | 2xx, all else understood | 2xx, something not understood | 4xx | other |
 * |---|---|---|---|---|
 * | a plain no, and no yes and no ID | refused | refused | refused | unclear |
 * | a plain no beside a yes or an ID | unclear | unclear | unclear | unclear |
 * | an ID for each number | accepted | a word: accepted, with a warning; a list, a count, a status: unclear | unclear | unclear |
 * | a plain yes, no ID | accepted | unclear | unclear | unclear |
 * | nothing | unclear | unclear | refused | unclear |
 *
 * A 4xx states a refusal itself, but for some (see `isRefusingStatus`). A redirect or a server's error says nothing of what
 * was done before it. A query's answer is shown as it is unless it refuses. What the credential teaches has the last word, but
 * beside a plain refusal.
 */
export function readVerdict(answer: Answer, { sends, rows, answers }: Question): Verdict {
	const { value: response, why: unread } = extractJson(answer);
	const isWhole = unread === undefined || unread === 'webPage';
	const taught = isWhole ? taughtBy(answers, response, answer) : undefined;
	if (taught?.means === 'both') return { kind: 'unclear', why: 'contradictory', response };
	const isRefused = taught === undefined && isRefusingStatus(answer.httpStatus);
	const why = whyUntold(answer.httpStatus) ?? unread;
	if (taught === undefined && !isRefused && why !== undefined)
		return { kind: 'unclear', why, response };
	const judgement = sends
		? judge(response, rows, isRefused, taught)
		: judgeQuery(response, isRefused, taught);
	return { ...judgement, response };
}

/** Why a status of HTTP that refuses nothing does not tell what was done. */
function whyUntold(httpStatus: number): Why | undefined {
	if (isAcceptingCode(httpStatus)) return undefined;
	if (httpStatus >= 500) return 'serverError';
	return httpStatus >= 300 && httpStatus < 400 ? 'redirect' : 'noProof';
}

const hasAny = ({ all }: Signs, ...signs: Sign[]): boolean => signs.some((sign) => all.has(sign));

/** Whether something speaks of an acceptance, be it of some. */
const speaksFor = (signs: Signs): boolean => hasAny(signs, 'yes', 'some', 'part', 'praise');

/** The table, from its first line to its last. */
function endOf(proof: Proof, signs: Signs): End {
	if (hasAny(signs, 'no'))
		return proof === 'none' && !speaksFor(signs) ? 'refused' : 'contradictory';
	if (proof === 'none' || hasAny(signs, 'status', 'odd', 'part')) return 'unproven';
	if (proof === 'yes') return hasAny(signs, 'word', 'zero') ? 'unproven' : 'accepted';
	return hasAny(signs, 'zero') && !hasAny(signs, 'praise') ? 'unproven' : 'accepted';
}

function said(end: End, { code, words: inWords, statusWords }: Signs): Said {
	const words = inWords ?? statusWords;
	if (end === 'accepted' || end === 'refused') return { kind: end, code, words };
	return { kind: 'unclear', why: end, code, words };
}

/** A query's answer is shown as it is, unless it refuses, says in a status that it may, or is a sentence. */
function judgeQuery(response: Json, isRefused: boolean, taught: Taught | undefined): Said {
	const signs = signsIn(response, Infinity);
	if (taught !== undefined)
		return said(taught.means === 'accepted' ? 'accepted' : 'refused', signs);
	if (isRefused) signs.all.add('no');
	const end = endOf('none', signs);
	// A letter before any digit.
	const isSentence = typeof response === 'string' && /^[^\p{L}\p{N}]*\p{L}/u.test(response);
	const isShown = end === 'unproven' && !isSentence && !hasAny(signs, 'status');
	return said(isShown ? 'accepted' : end, signs);
}

/** What an answer has for one message, and how that ended by itself; `signs`: of a record. */
interface Entry {
	value: Json;
	id: string | undefined;
	end: End;
	signs: Signs | undefined;
}

function entryOf(value: Json, least: number, taught: TaughtMember | undefined): Entry {
	if (typeof value !== 'object' || value === null) {
		const id = idOf(value, least);
		return { value, id, end: id === undefined ? 'unproven' : 'accepted', signs: undefined };
	}
	const signs = signsIn(value, 1, undefined, taught);
	const id = idIn(value);
	const proof = id !== undefined ? 'each' : hasAny(signs, 'yes') ? 'yes' : 'none';
	return { value, id, end: endOf(proof, signs), signs };
}

/** What an answer says of something that was to be sent, as a whole and of each row. */
function judge(
	response: Json,
	rows: Question['rows'],
	isRefused: boolean,
	taught: Taught | undefined,
): Said & { rows?: RowVerdict[] } {
	const numbers = rows.flat();
	const { messages, list, least } = messagesIn(response);
	const entries = messages.map((value) => entryOf(value, least, taught?.member));
	const records = entries.map((entry) => entry.signs).filter((ofRecord) => ofRecord !== undefined);
	const signs = signsIn(response, numbers.length, list, taught?.member);
	const teller = records.find((record) => hasAny(record, 'no') || record.words) ?? signs;
	if (taught?.means === 'rejected') return said('refused', teller);
	const isAnyAccepted = entries.some(({ end }) => end === 'accepted');
	const known = entries.flatMap(({ id }) => id ?? []);
	const isUnique = new Set(known).size === known.length;
	const isEach = areFor(messages, least, numbers);
	if (isRefused) signs.all.add('no');
	if (typeof response === 'string' && isPraise(response)) signs.all.add('yes');
	if (isAnyAccepted || records.some(speaksFor)) signs.all.add('some');
	// A list of another length is not understood; an ID that comes twice is that of neither.
	if (list !== undefined && !(isEach && isUnique)) signs.all.add('odd');
	if (taught !== undefined) {
		const isInside = !isAnyAccepted && records.some((record) => hasAny(record, 'no', 'status'));
		signs.all = new Set(isInside || hasAny(signs, 'no') ? ['yes', 'no'] : ['yes']);
		signs.unknown = undefined;
	}
	const isByEntry = isEach && !hasAny(signs, 'no') && (isAnyAccepted || taught === undefined);
	const end = endOf(hasAny(signs, 'yes') ? 'yes' : 'none', signs);
	const ids = taught?.ids.length === numbers.length ? taught.ids : undefined;
	let next = 0;
	const each = rows.map(({ length }): RowVerdict => {
		const from = next;
		next += length;
		const own = isByEntry ? entries.slice(from, next) : [];
		const verdict = own.length > 0 ? judgeRow(own, signs, rows.length > 1) : rowOf(end, [], signs);
		return ids && verdict.kind === 'accepted'
			? { ...verdict, ids: ids.slice(from, next) }
			: verdict;
	});
	const has = (kind: Said['kind']) => each.find((row) => row.kind === kind);
	const whole = has('accepted') ?? has('unclear') ?? said('refused', teller);
	const isMixed = rows.length > 1 && isByEntry && has('refused') !== undefined;
	return whole.kind === 'accepted' || isMixed ? { ...whole, rows: each } : whole;
}

/** A row by its own entries, where there is one for each number, beside what is said of all. */
function judgeRow(own: readonly Entry[], signs: Signs, isOneOfMany: boolean): RowVerdict {
	const ids = own.flatMap(({ id }) => id ?? []);
	const open = own.filter(({ end }) => end !== 'accepted');
	const teller = (open[0] ?? own.find((entry) => entry.signs?.unknown))?.signs ?? signs;
	if (open.length === 0)
		return rowOf(endOf(ids.length === own.length ? 'each' : 'yes', signs), ids, teller);
	const isRefused = own.every(({ end }) => end === 'refused');
	const isYes = hasAny(signs, 'yes') && !isOneOfMany;
	const end = !isRefused ? 'unproven' : isYes ? 'contradictory' : 'refused';
	const response = own.length === 1 ? own[0]?.value : own.map(({ value }) => value);
	return { ...rowOf(end, ids, teller), response };
}

const BESIDE = 'The service took it, and its answer has something besides that is not understood';

function rowOf(end: End, ids: string[], signs: Signs): RowVerdict {
	const { unknown } = signs;
	if (end !== 'accepted') return { ...said(end, signs), ids };
	return { kind: end, ids, warning: unknown && `${BESIDE}: ${shorten(unknown, MOST_SHOWN)}` };
}
