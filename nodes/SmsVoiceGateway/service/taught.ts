import { InputProblem, quote } from '../values/inputProblem';
import { isJsonObject, type Json } from '../values/json';
import { plainDigits } from '../numbers/digits';
import type { Answer, Question } from './answer';
import { isAcceptingCode, isEmpty, isRefusing, plainName, speaksOfRefusal } from './readings';
import { IS_ID, IS_NUMBER } from './signOf';

/**
 * The credential's 'Answers': a line of neither field nor value means an answer without a body. Throws an InputProblem for a
 * meaning that is none, and for a field that leads nowhere, which every answer would match.
 */
export function readAnswers(given: unknown): Question['answers'] {
	const lines = (given as { answer?: unknown } | undefined)?.answer;
	return (Array.isArray(lines) ? (lines as unknown[]) : []).map(
		(line, index): Question['answers'][number] => {
			const { field, value, means = 'accepted' } = (line ?? {}) as Record<string, unknown>;
			if (means !== 'accepted' && means !== 'rejected') {
				throw new InputProblem(
					`holds ${quote(means)} as what line ${index + 1} means`,
					"Choose 'Accepted' or 'Rejected'.",
				);
			}
			const taught = {
				field: String(field ?? '').trim(),
				value: String(value ?? '').trim(),
				means,
			};
			if (taught.field === '' || taught.value !== '' || stepsOf(taught.field).length > 0)
				return { ...taught, means };
			throw new InputProblem(
				`has no field that leads anywhere in line ${index + 1}`,
				'Write the name of the field, or leave it empty for the whole answer.',
			);
		},
	);
}

/** What those of the taught answers that match say of an answer, and how deep in it; undefined where none does. */
export function taughtBy(
	answers: Question['answers'],
	response: Json,
	{ body, httpStatus }: Answer,
): { means: 'accepted' | 'rejected' | 'both'; value: string; depth: number } | undefined {
	const matching = answers.filter(({ field, value }) => {
		if (field !== '') return matches(at(response, field), value);
		// An error of a server, or of what stands before it, may have no body either.
		if (value === '') return body.trim() === '' && isAcceptingCode(httpStatus);
		return isSame(body, value) || (typeof response !== 'object' && isSame(response, value));
	});
	const [first] = matching;
	if (first === undefined) return undefined;
	const isOne = matching.every(({ means }) => means === first.means);
	const depth = Math.max(...matching.map(({ field }) => stepsOf(field).length || Infinity)) - 1;
	return { means: isOne ? first.means : 'both', value: first.value, depth };
}

function matches(found: Json | undefined, value: string): boolean {
	if (found === undefined) return false;
	return value === '' ? !isEmpty(found) : isSame(found, value);
}

const plain = (text: string): string => plainDigits(text).trim().toLowerCase();

const isSame = (found: Json, value: string): boolean => plain(asText(found)) === plain(value);

function asText(value: Json): string {
	return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What stands at a path such as `meta.status` or `data.0.state`, in any writing of the names. */
function at(response: Json, path: string): Json | undefined {
	let value: Json | undefined = response;
	for (const name of stepsOf(path)) {
		if (Array.isArray(value)) value = value[Number(name)];
		else if (isJsonObject(value)) value = memberOf(value, name);
		else return undefined;
	}
	return value;
}

/** The names and places of a path. */
const stepsOf = (path: string): string[] =>
	path
		.replace(/\[(\d+)\]/g, '.$1')
		.split('.')
		.filter((step) => step.trim() !== '');

function memberOf(object: { [key: string]: Json }, name: string): Json | undefined {
	if (Object.hasOwn(object, name)) return object[name];
	const plainOne = plainName(name);
	return Object.entries(object).find(([own]) => plainName(own) === plainOne)?.[1];
}

/** An ID or a number is another one in each answer: no line may hold one. */
const CHANGING = /\p{N}{5}|\p{N}[^\s\p{N}]*\p{L}|\p{L}[^\s]*\p{N}/u;
const IS_ENDING = /(?:success|succeeded|ok|stat(?:us|e)|code|result|outcome)$/;

/** How many places of an answer are looked at for one that says how it ended. */
const MOST_PLACES = 200;

/**
 * The line to add under 'Answers' for an answer such as this, as far as one is to be seen: of the innermost place that says
 * how it ended; and what it likely means, by the words of the answer.
 */
export function lineFor(
	response: Json,
	words = '',
): { line?: string; means: 'Accepted' | 'Rejected' } {
	const texts: string[] = [words];
	const places: Array<{ path: string[]; text: string }> = [];
	const open: Array<{ path: string[]; value: Json; inList: boolean }> = [
		{ path: [], value: response, inList: false },
	];
	for (const { path, value, inList } of open) {
		const name = plainName(path.at(-1) ?? '');
		if (typeof value === 'object' && value !== null) {
			for (const [key, inner] of Object.entries(value).slice(0, MOST_PLACES)) {
				const isList = Array.isArray(value) && (value.length === 1 || path.length > 0);
				if (open.length < MOST_PLACES && !key.includes('.'))
					open.push({ path: [...path, key], value: inner, inList: isList });
			}
			continue;
		}
		const text = String(value).trim();
		texts.push(text);
		const isId =
			IS_ID.test(name) ||
			IS_NUMBER.test(name) ||
			/(?:^|[_\s.-])ids?$|[a-z]I[dD]s?$/.test(path.at(-1) ?? '');
		const isShort =
			text.length <= 60 && !/\n|\*\*\*/.test(text) && (text !== '' || response === '');
		const isWhole = path.length === 0 && /^\d{2,}$/.test(text);
		if (
			isShort &&
			!isId &&
			!inList &&
			!isWhole &&
			!path.some((key) => key.length > 60 || CHANGING.test(key)) &&
			!CHANGING.test(text)
		)
			places.push({ path, text });
	}
	const isEnding = ({ path }: { path: string[] }) =>
		IS_ENDING.test(plainName(path.at(-1) ?? '')) ||
		path.slice(0, -1).some((key) => /^stat(?:us|e)$/i.test(key));
	const endings = places.filter(isEnding);
	const deepest = Math.max(...endings.map(({ path }) => path.length));
	const place = endings.find(({ path }) => path.length === deepest) ?? places[0];
	const isRefusal = texts.some((text) => isRefusing(text) || speaksOfRefusal(text));
	const means = isRefusal ? 'Rejected' : 'Accepted';
	if (place === undefined) return { means };
	const field = place.path.length === 0 ? 'Field empty' : `Field '${place.path.join('.')}'`;
	const shown = place.text === '' ? 'Value empty' : `Value '${place.text}'`;
	return { line: `${field}, ${shown}, Means '${means}'`, means };
}
