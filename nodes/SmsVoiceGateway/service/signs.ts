import { isJsonObject, type Json } from '../values/json';
import { fieldsIn, type Member } from './entries';
import { ENVELOPE, IS_ERROR, IS_ID, type Sign, signOf } from './names';
import { idOf, isEmpty, readCode, speaksOfSuccess, textOf } from './readings';

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
			const sign = isTaught
				? 'yes'
				: inner === entries
					? 'silent'
					: signOf(name, inner, { numbers, anyCode });
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
