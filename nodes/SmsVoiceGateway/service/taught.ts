import { InputProblem, quote } from '../values/inputProblem';
import { isJsonObject, type Json } from '../values/json';
import type { Answer, Lesson } from './answer';
import { idOf, isAcceptingCode, isEmpty, plainName, textOf } from './readings';
import type { TaughtMember } from './signs';

/**
 * The credential's 'Answers': a line of neither field nor value means an answer without a body. Throws an InputProblem for a
 * meaning that is none, and for a field that leads nowhere.
 */
export function readAnswers(parameter: unknown): readonly Lesson[] {
	const lines = (parameter as { answer?: unknown } | undefined)?.answer;
	return (Array.isArray(lines) ? (lines as unknown[]) : []).map((line, index): Lesson => {
		const { field, value, means = 'accepted', idField } = (line ?? {}) as Record<string, unknown>;
		if (means !== 'accepted' && means !== 'rejected') {
			throw new InputProblem(
				`holds ${quote(means)} as what line ${index + 1} means`,
				"Choose 'Accepted' or 'Rejected'.",
			);
		}
		const path = stepsOf(field).join('.');
		if (path === '' && String(field ?? '').trim() !== '') {
			throw new InputProblem(
				`has no field that leads anywhere in line ${index + 1}`,
				'Write the name of the field, or leave it empty for the whole answer.',
			);
		}
		return {
			field: path,
			value: String(value ?? '').trim(),
			means,
			idField: String(idField ?? ''),
		};
	});
}

/** The names and places of a path such as `meta.status` or `data[0].state`. */
const stepsOf = (path: unknown = ''): string[] =>
	String(path ?? '')
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
	const { means, field, value, idField = '' } = first.lesson;
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
	if (Array.isArray(value)) return value.slice(Number(name), Number(name) + 1);
	const fields = isJsonObject(value) ? Object.entries(value) : [];
	const found =
		fields.find(([written]) => written === name) ??
		fields.find(([written]) => plainName(written) === plainName(name));
	return found === undefined ? [] : [found[1]];
}
