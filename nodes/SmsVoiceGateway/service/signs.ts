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
import { signOf, type Beside } from './statements';

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

export const IS_ID = /^(?:(?:msg|message|sms|call)(?:id|uuid)|sid|bulkid|batchid|id)s?$/;
export const IS_NUMBER = /^(?:destination|to|recipient|receptor|phone|mobile|number|msisdn)s?$/;
const IS_ERROR = /err|exception|fault|problem|failure/;
const IS_WORDS =
	/^(?:message|msg|description|details?|info|title|text|(?:status|result|response|return)(?:text|message))$/;

const isObject = (value: Json): value is Json[] | { [key: string]: Json } =>
	typeof value === 'object' && value !== null;

/**
 * One walk over all of an answer, but for its `entries`, from outside to inside. What stands in an envelope counts; elsewhere
 * an acceptance proves nothing, and a refusal is odd. Of a query, lists and records are left out: they speak of messages.
 */
export function signsIn(
	root: Json,
	{ numbers, sends }: { numbers: number; sends: boolean },
	entries?: Json,
): Signs {
	const found: Signs = {
		...{
			accepts: false,
			refuses: false,
			odd: false,
			taken: false,
			zero: false,
			praises: false,
			words: [],
		},
	};
	type Place = {
		value: Json;
		name: string;
		depth: number;
		isOwn: boolean;
		isMeta: boolean;
		inError: boolean;
	};
	const places: Place[] = [
		{ value: root, name: '', depth: 0, isOwn: true, isMeta: false, inError: false },
	];
	for (const place of places) {
		const { value, depth, isOwn, isMeta, inError } = place;
		if (!isObject(value) || value === entries) continue;
		if (Array.isArray(value)) {
			if (!sends && !inError) continue;
			for (const one of value) {
				found.praises ||= speaksOf(one);
				found.odd ||= isObject(one) && Object.keys(one).length === 0 && !inError;
				if (isObject(one)) places.push({ ...place, value: one, depth: depth + 1, isOwn: false });
				else if (inError) found.words[0] ??= wordsIn(one);
				else noteElement(found, place.name, one);
			}
			continue;
		}
		const fields = Object.entries(value).map(([name, one]) => [plainName(name), one] as const);
		const hasId = fields.some(([name, one]) => IS_ID.test(name) && idOf(one) !== undefined);
		const hasNumber = fields.some(([name]) => IS_NUMBER.test(name));
		const isZero =
			isMeta && fields.some(([name, one]) => name === 'message' && isAccepting(textOf(one)));
		// "ErrorCode: 000, ErrorMessage: Done" is no error.
		const isNone = fields.some(
			([name, one]) =>
				/^(?:err|error|fault)(?:code|no|number)$/.test(name) &&
				isEmpty(one) &&
				one !== null &&
				one !== '',
		);
		if (!sends && hasId) continue;
		const beside: Beside = { numbers, anyCode: isMeta || !sends, hasId, hasNumber };
		for (const [name, one] of fields) {
			const isCode = isMeta && /^(?:status|code)$/.test(name);
			const isTaken = isCode && isZero && /^0+$/.test(textOf(one));
			const said = isTaken || inError ? undefined : signOf(name, one, beside);
			const sign = said === 'refuses' && isNone && IS_ERROR.test(name) ? 'odd' : said;
			found.zero ||= isTaken;
			found.praises ||= speaksOf(one);
			if (sign === 'accepts') found[isOwn ? 'accepts' : 'taken'] = true;
			else if (sign === 'refuses') {
				found[isOwn ? 'refuses' : 'odd'] = true;
				found.refusal = { depth, value: one };
			} else if (sign === 'taken' || sign === 'part') {
				found.taken = true;
				found.odd ||= sign === 'part';
			} else if (sign === 'odd') found.odd = true;
			if (isOwn || inError) noteWords(found, name, one, sign === 'refuses' || inError);
			if (!isObject(one) || (IS_ERROR.test(name) && isEmpty(one))) continue;
			places.push({
				...{ value: one, name, depth: depth + 1 },
				isOwn: isOwn && ENVELOPE.test(name) && !Array.isArray(one),
				isMeta: isMeta || name === 'meta',
				inError: inError || (isOwn && sign === 'refuses'),
			});
		}
	}
	return found;
}

/** An element of a list that has no name of its own. */
function noteElement(found: Signs, name: string, one: Json): void {
	const isNumber = IS_NUMBER.test(name) && /^\+?[\d\s-]+$/.test(textOf(one));
	if (idOf(one, 1000) !== undefined && !isNumber) found.taken = true;
	if (!isNumber && !(IS_ID.test(name) && idOf(one) !== undefined)) found.odd = true;
}

function noteWords(found: Signs, name: string, value: Json, refuses: boolean): void {
	if (isObject(value)) return;
	const rank = IS_ERROR.test(name) ? 0 : IS_WORDS.test(name) ? 1 : refuses ? 2 : undefined;
	if (refuses) {
		const code = readCode(value)?.code;
		if (code !== undefined && !IS_WORDS.test(name)) found.code ??= String(code);
	}
	if (rank !== undefined && !(rank === 0 && isEmpty(value))) found.words[rank] ??= wordsIn(value);
}

const speaksOf = (one: Json): boolean => typeof one === 'string' && speaksOfSuccess(one);

const wordsIn = (value: Json): string | undefined =>
	typeof value === 'string' && value.trim() !== '' ? value : undefined;
