import type { Json } from '../values/json';
import {
	idOf,
	isAccepting,
	isEmpty,
	plainName,
	readCode,
	speaksOfSuccess,
	textOf,
} from './readings';
import { IS_ID, IS_NUMBER, signOf } from './signOf';
import type { Beside } from './statements';

/** What an answer, or a part of it, says of how the request ended. */
export interface Signs {
	accepts: boolean;
	refuses: boolean;
	/** Something may speak against an acceptance. */
	odd: boolean;
	/** Something speaks of an acceptance, be it of some: against a refusal. */
	taken: boolean;
	/** `meta.status` 0 beside "success": taken, where there is an ID for each number. */
	zero: boolean;
	/** The value that refuses deepest in it, and how deep that stands. */
	refusal?: { depth: number; value: Json };
	code?: string | undefined;
	/** Words speak of a success. */
	praises: boolean;
	/** The service's words: of an error, a message, a status. */
	words: Array<string | undefined>;
}

/** Objects in which the service itself speaks. */
export const ENVELOPE =
	/^(?:data|d|messages|calls|results?|records|items|entries|rows|list|response|returns?|answer|reply|body|payload|output|envelope|content|meta|header|head)$/;

const IS_ERROR = /err|exception|fault|problem|failure/;
const ERROR_CODE = /^(?:err|error|fault)(?:code|no|number)$/;
const IS_WORDS =
	/^(?:message|msg|description|details?|info|title|text|(?:status|result|response|return)(?:text|message))$/;

/**
 * One walk over all of an answer, but for its `entries`, from outside to inside. What stands in an envelope counts; elsewhere
 * an acceptance proves nothing, and a refusal is odd. Of a query, lists and records are left out: they speak of messages.
 */
export function signsIn(
	root: Json,
	{ numbers, sends }: { numbers: number; sends: boolean },
	entries?: Json,
): Signs {
	const none = { accepts: false, refuses: false, odd: false, taken: false, zero: false };
	const found: Signs = { ...none, praises: false, words: [] };
	const start = { name: '', depth: 0, isOwn: true, isMeta: false, inError: false };
	const places = [{ ...start, value: root }];
	for (const { value, name: ofList, depth, isOwn, isMeta, inError } of places) {
		if (typeof value !== 'object' || value === null || value === entries) continue;
		const isList = Array.isArray(value);
		const fields = Object.entries(value).map(
			([name, one]) => [isList ? ofList : plainName(name), one] as const,
		);
		const has = (names: RegExp, is: (one: Json) => unknown) =>
			!isList && fields.some(([name, one]) => names.test(name) && is(one));
		const hasId = has(IS_ID, idOf);
		if (!sends && !inError && (isList || hasId)) continue;
		const isZero = isMeta && has(/^message$/, (one) => isAccepting(textOf(one)));
		// "ErrorCode: 000, ErrorMessage: Done" is no error.
		const isNone = has(ERROR_CODE, (one) => one !== null && one !== '' && isEmpty(one));
		const anyCode = isMeta || !sends;
		const beside: Beside = { numbers, anyCode, hasId, hasNumber: has(IS_NUMBER, () => true) };
		for (const [name, one] of fields) {
			const isTaken = isZero && /^(?:status|code)$/.test(name) && /^0+$/.test(textOf(one));
			const said = isTaken || inError ? undefined : signOf(name, one, beside);
			const sign = said === 'refuses' && isNone && IS_ERROR.test(name) ? 'odd' : said;
			const isHere = isOwn && !isList;
			found.zero ||= isTaken;
			found.praises ||= typeof one === 'string' && speaksOfSuccess(one);
			found.accepts ||= sign === 'accepts' && isHere;
			found.refuses ||= sign === 'refuses' && isHere;
			found.taken ||= sign === 'taken' || sign === 'part' || (sign === 'accepts' && !isHere);
			found.odd ||= sign === 'odd' || sign === 'part' || (sign === 'refuses' && !isHere);
			if (sign === 'refuses') found.refusal = { depth, value: one };
			if (isHere || inError) noteWords(found, name, one, sign === 'refuses' || inError);
			if (isList && !IS_NUMBER.test(name)) found.taken ||= idOf(one, 1000) !== undefined;
			if (isList && !inError) found.odd ||= isEmpty(one) || Array.isArray(one);
			if (typeof one !== 'object' || one === null) continue;
			if (IS_ERROR.test(name) && isEmpty(one)) continue;
			places.push({
				value: one,
				name,
				depth: depth + 1,
				isMeta: isMeta || name === 'meta',
				isOwn: isHere && ENVELOPE.test(name) && !Array.isArray(one),
				inError: inError || (isHere && sign === 'refuses'),
			});
		}
	}
	return found;
}

/** The first code of what refuses, and the first words of each kind: of an error, a message, a status. */
function noteWords(found: Signs, name: string, value: Json, refuses: boolean): void {
	if (typeof value === 'object') return;
	const rank = IS_ERROR.test(name) ? 0 : IS_WORDS.test(name) ? 1 : refuses ? 2 : undefined;
	if (refuses && rank !== 1) found.code ??= readCode(value)?.code.toString();
	if (rank === undefined || typeof value !== 'string' || (rank === 0 && isEmpty(value))) return;
	if (value.trim() !== '') found.words[rank] ??= value;
}
