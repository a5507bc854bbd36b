import { isJsonObject, type Json } from '../values/json';
import { CODES } from './codes';
import {
	ENVELOPE,
	fieldsIn,
	idOf,
	IS_ERROR,
	IS_ID,
	IS_NUMBER,
	isAcceptingCode,
	isEmpty,
	isPraise,
	isRefusingStatus,
	type Member,
	praises,
	readCode,
	speaksOfSuccess,
	textOf,
	truthOf,
} from './readings';

/**
 * What a field of an answer says of how the request ended. `some`: it speaks of an acceptance, be it of some, which lets no
 * refusal be believed; so do words that `praise`. `zero`: `meta.status` 0 beside "success", which is taken where there is an
 * ID for each number. Not understood are a `word`, which an ID makes up for; and what none does: a `status`, an `odd`
 * list or count, and a `part`, a count that speaks of an acceptance too.
 */
export type Sign =
	('yes' | 'no' | 'silent' | 'some' | 'praise' | 'zero') | ('word' | 'status' | 'odd' | 'part');

/** What stands around a member. */
interface Around {
	/** How many numbers the request was for; of a query without end. */
	numbers: number;
	/** Whether each code refuses that is no success: in `meta`, the service's own envelope, in an error, and of a query. */
	anyCode: boolean;
}

type Single = string | number | boolean;
type Reading = (value: Single, around: Around, name: string) => Sign;

const ofSuccess: Reading = (value) => {
	const truth = truthOf(value) ?? isPraise(String(value));
	if (truth) return 'yes';
	return truthOf(value) === false ? 'no' : 'status';
};

/** A status as a code, as yes or no, or as a word that praises. */
const ofStatus: Reading = (value, { anyCode }, name) => {
	if (typeof value === 'boolean') return value ? 'yes' : 'no';
	const found = readCode(value);
	if (found === undefined) return isPraise(String(value)) ? 'yes' : 'status';
	const { code, words } = found;
	if (isAcceptingCode(code)) return words === '' || praises(words) ? 'yes' : 'status';
	// One of which nobody knows whose it is may be that of a success: some services say 801, 1000 or 3001.
	const isKnown = anyCode ? code >= 300 : Object.hasOwn(CODES, code);
	if (isKnown || code < 0 || isRefusingStatus(code))
		return speaksOfSuccess(words) ? 'status' : 'no';
	if (code !== 0) return 'status';
	return name.endsWith('code') ? 'silent' : anyCode ? 'zero' : 'status';
};

/** An error in words is none that is understood: they may say that there was none. */
const ofError: Reading = (value, { numbers }, name) => {
	const { code = NaN } = readCode(value) ?? {};
	if (isEmpty(value) || praises(String(value)) || isAcceptingCode(code)) return 'silent';
	if (value === true) return 'no';
	// How many of them failed; a query has none.
	const isCount = numbers > 1 && code <= numbers && numbers < Infinity && !/code|no$/.test(name);
	return Number.isNaN(code) || isCount ? 'status' : 'no';
};

const ofId: Reading = (value) => (idOf(value) === undefined ? 'odd' : 'some');

/** A number, an amount or a time: no word. */
const ofAmount: Reading = (value, around, name) =>
	/^\+?\d[\d\s.,:;+/()TZ-]*$/.test(textOf(value)) ? 'silent' : ofOther(value, around, name);

/** What a name says nothing of: nothing but praise, or a time; a word; a yes or no; or what may be a count. */
const ofOther: Reading = (value, { numbers }, name) => {
	const text = textOf(value);
	if (typeof value === 'boolean') return 'odd';
	if (praises(text) || /^\d{4}-\d\d-\d\d(?:$|[T ]\d\d:)/.test(text)) return 'silent';
	const count = Number(text);
	if (Number.isNaN(count)) return 'word';
	if (TAKEN.test(name)) return count >= numbers ? 'some' : count > 0 ? 'part' : 'odd';
	return count > numbers ? 'word' : 'odd';
};
const TAKEN = /(?<!un|not|non|in)(?:sent|accepted|success|queued|submitted|scheduled|delivered)/;

/** The names that are understood, the service's own first, and what their values may be: the first that fits. */
const NAMES: ReadonlyArray<readonly [names: RegExp, reads: Reading]> = [
	[/^(?:is)?(?:success(?:ful)?|succeeded|ok)$/, ofSuccess],
	[
		/^(?:(?:http|result|request|response)?status|(?:http)?(?:status)?code|(?:res|ret|result|return|response|message)code|state|result|outcome)$/,
		ofStatus,
	],
	[IS_ERROR, ofError],
	[IS_ID, ofId],
	[IS_NUMBER, ofAmount],
	[
		/^(?:from|sender|source)$|(?:time|date|stamp|cost|price|fee|credit|balance|length|duration|parts?)$/,
		ofAmount,
	],
	// A status, but not that of the request.
	[/(?:stat(?:us|e)|code|result|outcome)$/, (value) => (praises(String(value)) ? 'silent' : 'odd')],
	[/(?:id|ref|reference)$/, (...member) => (idOf(member[0]) ? 'silent' : ofOther(...member))],
];

/** The place of each name in the table: an answer has the same names over and over. */
const known = new Map<string, Reading>();

function readingOf(name: string): Reading {
	if (known.size > 500) known.clear();
	const reads = known.get(name) ?? NAMES.find(([names]) => names.test(name))?.[1] ?? ofOther;
	known.set(name, reads);
	return reads;
}

/** What a member says, by its name, as `plainName` has it, and its value. */
function signOf(name: string, value: Json, around: Around): Sign {
	if (value === '') return 'silent';
	if (typeof value !== 'object') return readingOf(name)(value, around, name);
	if (IS_ERROR.test(name)) return isEmpty(value) ? 'silent' : 'status';
	if (Array.isArray(value)) {
		if (IS_NUMBER.test(name) && value.length >= around.numbers) return 'silent';
		return value.some((element) => idOf(element, 1000)) ? 'part' : 'odd';
	}
	if (ENVELOPE.test(name) || isEmpty(value)) return 'silent';
	return /^\d*$/.test(name) || [ofSuccess, ofStatus].includes(readingOf(name)) ? 'status' : 'word';
}

/** What an answer, or a part of it, says of how the request ended. */
export interface Signs {
	all: Set<Sign>;
	/** The first word or member that is not understood, with its name. */
	unknown: string | undefined;
	code: string | undefined;
	words: string | undefined;
	/** Of a status, where there are no others. */
	statusWords: string | undefined;
}

/** What the credential teaches of a member, wherever it stands: that this value of it is a yes. */
export interface TaughtMember {
	name: string;
	value: string;
}

const IS_WORDS =
	/^(?:message|msg|description|details?|info|title|text|(?:status|result|response|return)(?:text|message))$/;

/**
 * One walk over all of an answer, but for its `entries`, from outside to inside. What stands in an envelope counts; elsewhere
 * an acceptance proves nothing, and a refusal is not understood. Of a query (numbers without end), lists and records are left
 * out: they speak of messages.
 */
export function signsIn(root: Json, numbers: number, entries?: Json, taught?: TaughtMember): Signs {
	const isQuery = numbers === Infinity;
	const found: Signs = {
		all: new Set(),
		unknown: undefined,
		code: undefined,
		words: undefined,
		statusWords: undefined,
	};
	const places = [{ value: root, isOwn: true, anyCode: isQuery }];
	for (const { value, isOwn, anyCode } of places) {
		if (typeof value !== 'object' || value === null || value === entries) continue;
		const fields = Array.isArray(value)
			? value.map((element): Member => ['', element])
			: fieldsIn(value);
		const hasId = fields.some(([name, inner]) => IS_ID.test(name) && idOf(inner));
		if (isQuery && (hasId || Array.isArray(value))) continue;
		for (const [name, inner] of fields) {
			const isTaught = taught?.name === name && textOf(inner).toLowerCase() === taught.value;
			const around = { numbers, anyCode };
			const sign = isTaught ? 'yes' : inner === entries ? 'silent' : signOf(name, inner, around);
			found.all.add(isOwn ? sign : (OUTSIDE[sign] ?? sign));
			if (sign === 'word')
				found.unknown ??= typeof inner === 'object' ? name : `${name}: ${JSON.stringify(inner)}`;
			if (sign === 'no') found.code ??= readCode(inner)?.code.toString();
			if (typeof inner === 'string' && !isEmpty(inner)) {
				if (speaksOfSuccess(inner)) found.all.add('praise');
				if (isOwn && (IS_WORDS.test(name) || IS_ERROR.test(name))) found.words ??= inner;
				else if (sign === 'status') found.statusWords ??= inner;
			}
			const isEnvelope = isJsonObject(inner) && (ENVELOPE.test(name) || IS_ERROR.test(name));
			places.push({
				value: inner,
				isOwn: isOwn && isEnvelope,
				anyCode: anyCode || name === 'meta' || IS_ERROR.test(name),
			});
		}
	}
	return found;
}

/** What a sign is that does not stand in an envelope. */
const OUTSIDE: Partial<Record<Sign, Sign>> = { yes: 'some', no: 'status' };
