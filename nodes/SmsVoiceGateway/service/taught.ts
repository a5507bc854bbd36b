import { InputProblem, quote } from '../values/inputProblem';
import { isJsonObject, type Json } from '../values/json';
import type { Answer, Lesson } from './answer';
import {
	idOf,
	IS_NUMBER,
	isAcceptingCode,
	isEmpty,
	LEAST_ID,
	plainName,
	praises,
	textOf,
} from './readings';
import type { TaughtMember } from './signs';

/**
 * The credential's 'Answers': a line of neither field nor value means an answer without a body. Throws an InputProblem for a
 * meaning that is none, and for a field that leads nowhere.
 */
export function readAnswers(parameter: unknown): readonly Lesson[] {
	const { answer } = (parameter ?? {}) as { answer?: Array<Record<string, unknown>> };
	return (Array.isArray(answer) ? answer : []).map((line, index): Lesson => {
		const { means = 'accepted' } = line;
		if (means !== 'accepted' && means !== 'rejected') {
			throw new InputProblem(
				`holds ${quote(means)} as what line ${index + 1} means`,
				"Choose 'Accepted' or 'Rejected'.",
			);
		}
		const field = stepsOf(line.field).join('.');
		if (field === '' && asText(line.field) !== '') {
			throw new InputProblem(
				`has no field that leads anywhere in line ${index + 1}`,
				'Write the name of the field, or leave it empty for the whole answer.',
			);
		}
		return { field, value: asText(line.value), means, idField: asText(line.idField) };
	});
}

const asText = (given: unknown): string => String(given ?? '').trim();

/** The names and places of a path such as `meta.status` or `data[0].state`. */
const stepsOf = (path: unknown): string[] =>
	asText(path)
		.replace(/\[(\d+)\]/g, '.$1')
		.split('.')
		.map((step) => step.trim())
		.filter((step) => step !== '');

/** What the lines that match say of an answer: by which member, and with which ids. */
export interface Taught {
	means: 'accepted' | 'rejected' | 'both';
	member: TaughtMember;
	ids: string[];
}

/** What those of the taught answers that match say of an answer; undefined where none does. */
export function taughtBy(
	lessons: readonly Lesson[],
	response: Json,
	answer: Answer,
): Taught | undefined {
	const matching = lessons.flatMap((lesson) => {
		const ids = matchOf(lesson, response, answer);
		return ids === undefined ? [] : [{ lesson, ids }];
	});
	const [first] = matching;
	if (first === undefined) return undefined;
	const { means, field, value, idField } = first.lesson;
	const pointed = idField === '' ? [] : valuesAt(response, idField).flat();
	return {
		means: matching.every(({ lesson }) => lesson.means === means) ? means : 'both',
		member: { name: plainName(stepsOf(field).at(-1) ?? ''), value: textOf(value).toLowerCase() },
		ids: [...first.ids, ...pointed.flatMap((id) => idOf(id) ?? [])],
	};
}

/** The ids in the places of `*` where a line matches; undefined where it does not. */
function matchOf(
	{ field, value }: Lesson,
	response: Json,
	{ body, httpStatus }: Answer,
): string[] | undefined {
	// An error of a server, or of what stands before it, may have no body either.
	if (field === '' && value === '')
		return body.trim() === '' && isAcceptingCode(httpStatus) ? [] : undefined;
	const whole = typeof response === 'object' ? body : response;
	const found = field === '' ? [whole] : valuesAt(response, field);
	const matches = found.map((text) =>
		value !== '' ? idsIn(text, value) : isEmpty(text) ? undefined : [],
	);
	return matches.length > 0 && matches.every((ids) => ids !== undefined)
		? matches.flat()
		: undefined;
}

/** The ids in the places of `*`; undefined where a value is another one. */
function idsIn(found: Json, value: string): string[] | undefined {
	const text = textOf(typeof found === 'object' ? JSON.stringify(found) : found);
	const escaped = textOf(value).replace(/[.+?^${}()|[\]\\/]/g, '\\$&');
	const [whole, ...ids] =
		RegExp(`^${escaped.replaceAll('*', '([\\w.:/+=@#-]+)')}$`, 'iu').exec(text) ?? [];
	return whole !== undefined && ids.every((id) => idOf(id) !== undefined) ? ids : undefined;
}

/** What stands at a path, in any writing of its names; of a list without a place, in each of it. */
const valuesAt = (response: Json, path: string): Json[] =>
	stepsOf(path).reduce<Json[]>(
		(values, name) => values.flatMap((value) => innerOf(value, name)),
		[response],
	);

function innerOf(value: Json, name: string): Json[] {
	if (Array.isArray(value) && !/^\d+$/.test(name))
		return value.flatMap((element) => (isJsonObject(element) ? innerOf(element, name) : []));
	const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [];
	const found =
		fields.find(([written]) => written === name) ??
		fields.find(([written]) => plainName(written) === plainName(name));
	return found === undefined ? [] : [found[1]];
}

/** How many places of an answer are looked at for one that says how it ended. */
const MOST_PLACES = 200;

/** An ID or a number is another one in each answer: no line may hold one. */
const CHANGING = /\p{N}{5}|\p{N}\p{L}|\p{L}\p{N}/u;
const IS_ENDING = /(?:success|succeeded|ok|stat(?:us|e)|code|result|outcome)$/;

/** Words that speak against an acceptance: a hint of which meaning to name first, and no evidence of anything. */
const AGAINST =
	/\b(?:no|not|only|low|un\w{4,}|in(?:valid|suff|active|correct)\w*|cannot|err(?:or)?s?|fail\w*|reject\w*|refus\w*|den(?:y|ied)|block\w*|expired|exceed\w*|limit\w*|wrong)\b|n't|ناموفق|نامعتبر|نشد|نیست|ندارد|نمی|عدم|غیر|خطا|مسدود|منقضی|اشتباه|کافی/i;

/** A single value of an answer, and the steps to where it stands: `['data', '0', 'state']`. */
interface Place {
	steps: readonly string[];
	value: Json;
}

const nameOf = ({ steps }: Place): string => plainName(steps.at(-1) ?? '');

/** The places of an answer from outside to inside, that of the whole first. */
function placesIn(response: Json): Place[] {
	const places: Place[] = [{ steps: [], value: response }];
	for (const { steps, value } of places) {
		const fields = Object.entries(typeof value === 'object' ? (value ?? {}) : {});
		for (const [name, inner] of fields.slice(0, MOST_PLACES - places.length))
			places.push({ steps: [...steps, name], value: inner });
	}
	return places.filter(({ value }) => typeof value !== 'object');
}

/** A line to add under 'Answers', but for what it means; undefined where none is to be seen. */
type Line = Omit<Lesson, 'means'> | undefined;

/** The line for an answer such as this; and whether a word of the answer speaks against its being sent. */
export function lineFor(response: Json): { line: Line; isAgainst: boolean } {
	const places = placesIn(response);
	const isAgainst = places.some(({ value }) =>
		AGAINST.test(String(value).replace(/([a-z])(?=[A-Z])/g, '$1 ')),
	);
	const line = typeof response === 'object' ? lineOf(places) : lineOfText(String(response).trim());
	return { line, isAgainst };
}

/** A number in a text is its ID: `OK-123456` is `OK-*`. */
function lineOfText(text: string): Line {
	const value = text.replace(/\d{4,}/, '*');
	const isShort = value.length <= 60 && !value.includes('\n') && !/^[\d*]{2,}$|^\*$/.test(value);
	return isShort ? { field: '', value, idField: '' } : undefined;
}

/** Of the innermost place that says how it ended. */
function lineOf(places: readonly Place[]): Line {
	const telling = places.filter(isTelling);
	const endings = telling.filter((place) => IS_ENDING.test(nameOf(place)));
	const deepest = endings.at(-1)?.steps.length;
	const place = endings.find(({ steps }) => steps.length === deepest) ?? telling[0];
	if (place === undefined) return undefined;
	const [id, ...others] = places.filter(
		(one) => !IS_NUMBER.test(nameOf(one)) && idOf(one.value, LEAST_ID),
	);
	const idField = id === undefined || others.length > 0 ? '' : id.steps.join('.');
	return { field: place.steps.join('.'), value: String(place.value).trim(), idField };
}

/** Whether a value may be the same in the next answer: no ID, no number, no element of a list within, and short. */
function isTelling(place: Place): boolean {
	const { steps, value } = place;
	const name = nameOf(place);
	const text = String(value).trim();
	const isElement = steps.length > 1 ? /^\d+$/.test(name) : name === '0' && text.length > 1;
	const isId = /ids?$/.test(name) || IS_NUMBER.test(name);
	// What is a yes already is not what was not understood.
	const isYes = praises(text) || /^(?:true|20[0-5])$/.test(text);
	const isShort = text !== '' && text.length <= 60 && !/[\n*]/.test(text);
	const isChanging = CHANGING.test(text) || steps.some((step) => CHANGING.test(step));
	return isShort && !isYes && !isElement && !isId && !isChanging;
}
