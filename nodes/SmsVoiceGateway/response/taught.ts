import { InputProblem, quote } from '../values/inputProblem';
import { isJsonObject, type Json } from '../values/json';
import { plainDigits } from '../numbers/plainDigits';
import type { Question } from './answer';
import { isIdName } from './data';
import { plainName } from './byName';
import { CODE, REQUEST, STATUS, SUCCESS } from './names';
import { isEmpty } from './values';

/** The credential's 'Answers', each with a field or a value, and a meaning. Throws an InputProblem for a line that has not. */
export function readAnswers(given: unknown): Question['answers'] {
	const lines = (given as { answer?: unknown } | undefined)?.answer;
	return (Array.isArray(lines) ? (lines as unknown[]) : []).map((line, index) => {
		const { field, value, means = 'accepted' } = (line ?? {}) as Record<string, unknown>;
		if (means !== 'accepted' && means !== 'rejected') {
			throw new InputProblem(
				`holds ${quote(means)} as what line ${index + 1} means`,
				"Choose 'Accepted' or 'Rejected'.",
			);
		}
		const taught = { field: String(field ?? '').trim(), value: String(value ?? '').trim() };
		if (stepsOf(taught.field).length > 0 || taught.value !== '') return { ...taught, means };
		throw new InputProblem(
			`has neither a field nor a value in line ${index + 1}`,
			'Fill in one of the two, or remove the line: as it is, every answer would match it.',
		);
	});
}

/** What those of the taught answers that match say of an answer; undefined where none does. */
export function taughtBy(
	answers: Question['answers'],
	response: Json,
	body: string,
): 'accepted' | 'rejected' | 'contradictory' | undefined {
	const said = new Set(
		answers
			.filter(({ field, value }) =>
				field === ''
					? isSame(body, value) || (typeof response !== 'object' && isSame(response, value))
					: matches(at(response, field), value),
			)
			.map(({ means }) => means),
	);
	return said.size > 1 ? 'contradictory' : [...said][0];
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

/** A longer value is hardly one that says the same each time. */
const LONGEST = 60;

/** How many places of an answer are looked at for one that says how it ended. */
const MOST_PLACES = 200;

/** An id of whatever: `requestId`, `order_id`; not `valid`. */
const ID_KEY = /(?:^|[_\s.-])[iI][dD]s?$|[a-z]I[dD]s?$/;

const ENDINGS = [...SUCCESS, ...STATUS, ...CODE];

/** The line to add under 'Answers' for an answer such as this, as far as one is to be seen: the place that says how it ended. */
export function lineFor(response: Json): string | undefined {
	const places = placesIn(response);
	// An id, or a number, is another one in each answer.
	const same = places.filter(
		({ name, path }) => !isIdName(name) && !ID_KEY.test(path) && !REQUEST.has(name),
	);
	const place =
		places.find(({ name }) => ENDINGS.some((ending) => name.endsWith(ending))) ??
		same.find(({ path }) => /\bstat(?:us|e)\./i.test(path)) ??
		same[0];
	if (place === undefined) return undefined;
	const field = place.path === '' ? 'Field empty' : `Field '${place.path}'`;
	return `${field}, Value '${place.text}', Means 'Accepted'`;
}

/** The short values of an answer, from outside to inside, without what was masked. */
function placesIn(response: Json) {
	const found: Array<{ path: string; name: string; text: string }> = [];
	let level: Array<{ path: string; name: string; value: Json }> = [
		{ path: '', name: '', value: response },
	];
	for (let seen = 0; level.length > 0 && seen < MOST_PLACES; seen += level.length) {
		const next: typeof level = [];
		for (const { path, name, value } of level.slice(0, MOST_PLACES)) {
			if (typeof value === 'object' && value !== null) {
				for (const [key, inner] of Object.entries(value)) {
					const isOwn = !key.includes('.');
					const own = { path: path === '' ? key : `${path}.${key}`, name: plainName(key) };
					if (isOwn) next.push({ ...own, value: inner });
				}
				continue;
			}
			const text = String(value);
			const isShort = text.trim() !== '' && text.length <= LONGEST && !/\n|\*\*\*/.test(text);
			if (isShort) found.push({ path, name, text });
		}
		level = next;
	}
	return found;
}
