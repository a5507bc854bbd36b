import type { Json } from '../values/json';
import { praises } from './praise';
import { idOf, LEAST_ID, plainName } from './readings';
import { IS_NUMBER } from './names';

/** How many places of an answer are looked at for one that says how it ended. */
const MOST_PLACES = 200;

/** An ID or a number is another one in each answer: no line may hold one. */
const CHANGING = /\p{N}{5}|\p{N}\p{L}|\p{L}\p{N}/u;
const IS_ENDING = /(?:success|succeeded|ok|stat(?:us|e)|code|result|outcome)$/;

/** Words that speak against an acceptance: a hint of which meaning to name first, and no evidence of anything. */
const AGAINST =
	/\b(?:no|not|only|low|un\w{4,}|in(?:valid|suff|active|correct)\w*|cannot|err(?:or)?s?|fail\w*|reject\w*|refus\w*|den(?:y|ied)|block\w*|expired|exceed\w*|limit\w*|wrong)\b|n't|ناموفق|نامعتبر|نشد|نیست|ندارد|نمی|عدم|غیر|خطا|مسدود|منقضی|اشتباه|کافی/i;

/** What tells it in an answer, as a line of 'Answers' has it. */
export interface Line {
	field: string;
	value: string;
	idField: string;
}

interface Place {
	path: string;
	/** Its last name. */
	name: string;
	value: Json;
}

/** The places of an answer from outside to inside, that of the whole first. */
function placesIn(response: Json): Place[] {
	const places: Place[] = [{ path: '', name: '', value: response }];
	for (const { path, value } of places) {
		const fields = Object.entries(typeof value === 'object' ? (value ?? {}) : {});
		for (const [name, inner] of fields.slice(0, MOST_PLACES - places.length))
			places.push({ path: path === '' ? name : `${path}.${name}`, name, value: inner });
	}
	return places.filter(({ value }) => typeof value !== 'object');
}

/**
 * The line to add under 'Answers' for an answer such as this, as far as one is to be seen: of the innermost place that says
 * how it ended; and whether a word of the answer speaks against its being sent.
 */
export function lineFor(response: Json): { line: Line | undefined; isAgainst: boolean } {
	const places = placesIn(response);
	const isAgainst = places.some(({ value }) =>
		AGAINST.test(String(value).replace(/([a-z])(?=[A-Z])/g, '$1 ')),
	);
	if (typeof response !== 'object') {
		// A number in a text is its ID: `OK-123456` is `OK-*`.
		const value = String(response)
			.trim()
			.replace(/\d{4,}/, '*');
		const isShort = value.length <= 60 && !value.includes('\n') && !/^[\d*]{2,}$|^\*$/.test(value);
		return { line: isShort ? { field: '', value, idField: '' } : undefined, isAgainst };
	}
	const telling = places.filter(isTelling);
	const endings = telling.filter(({ name }) => IS_ENDING.test(plainName(name)));
	const depthOf = ({ path }: Place) => path.split('.').length;
	const deepest = endings.at(-1);
	const place =
		endings.find((other) => deepest && depthOf(other) === depthOf(deepest)) ?? telling[0];
	if (place === undefined) return { line: undefined, isAgainst };
	const ids = places.filter(
		({ name, value }) => !IS_NUMBER.test(plainName(name)) && idOf(value, LEAST_ID),
	);
	const idField = ids.length === 1 ? ids[0]?.path : undefined;
	const { path: field, value } = place;
	return { line: { field, value: String(value).trim(), idField: idField ?? '' }, isAgainst };
}

/** Whether a value may be the same in the next answer: no ID, no number, no element of a list within, and short. */
function isTelling({ path, name, value }: Place): boolean {
	const text = String(value).trim();
	const isElement = /\.\d+$/.test(path) || (name === '0' && value !== 0 && text.length > 1);
	const isId = /ids?$/.test(plainName(name)) || IS_NUMBER.test(plainName(name));
	// What is a yes already is not what was not understood.
	const isYes = praises(text) || /^(?:true|20[0-5])$/.test(text);
	const isStable = text !== '' && text.length <= 60 && !/[\n*]/.test(text) && !isYes;
	return (
		isStable &&
		!isElement &&
		!isId &&
		!CHANGING.test(text) &&
		!CHANGING.test(path.replaceAll('.', '\n'))
	);
}
