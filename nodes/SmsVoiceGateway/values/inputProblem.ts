/**
 * What a person filled in can't be used. `message` is a predicate: the caller puts the parameter's
 * shown name before it ("Destination" + " is empty"). `advice` is a sentence that names the next step.
 */
export class InputProblem extends Error {
	readonly advice: string;

	constructor(message: string, advice: string) {
		super(message);
		this.name = 'InputProblem';
		this.advice = advice;
	}
}

/** The problem of a value that is not there; `advice` where the field has better than the general one. */
export function emptyProblem(
	advice = 'Fill it in; if it is an expression, check that this item has a value under exactly that name.',
): InputProblem {
	return new InputProblem('is empty', advice);
}

/** Characters of a value that an error shows: enough to find it in a spreadsheet. */
const SHOWN = 40;

const WELL_KNOWN: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A character by its number: `U+2019`. */
export const codePoint = (character: string): string =>
	`U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

function makeVisible(character: string): string {
	if (!/[\p{C}\p{Zl}\p{Zp}]/u.test(character)) return character;
	return WELL_KNOWN[character] ?? `[${codePoint(character)}]`;
}

/** Stops at the cut, so that quoting a megabyte costs nothing. */
function cut(text: string): string {
	let shown = '';
	for (const character of text) {
		const next = makeVisible(character);
		if (shown.length + next.length > SHOWN) return `${shown}…`;
		shown += next;
	}
	return shown;
}

function asJson(value: object): string {
	try {
		return cut(JSON.stringify(value));
	} catch {
		// Cyclic, holds a BigInt, or has no JSON.
		return Array.isArray(value) ? 'a list' : 'an object';
	}
}

/**
 * Any value as an error shows it: text in quotation marks, everything cut to about 40 characters,
 * control, direction and other invisible characters written out. Never throws.
 */
export function quote(value: unknown): string {
	if (value === undefined || value === null) return 'nothing';
	if (typeof value === 'string') return `"${cut(value)}"`;
	if (typeof value === 'function') return 'a function';
	return typeof value === 'object' ? asJson(value) : cut(String(value));
}

/** The message of what was thrown. */
export const messageOf = (error: unknown): string =>
	error instanceof Error ? error.message : String(error);

/** What `read` gives, or the InputProblem that it throws; other errors go on. */
export function orProblem<T>(read: () => T): T | InputProblem {
	let problem: unknown;
	try {
		return read();
	} catch (error) {
		problem = error;
	}
	if (problem instanceof InputProblem) return problem;
	// Here, as n8n's linter lets none be thrown on where it was caught.
	throw problem;
}

/** What `read` gives; the predicate of an InputProblem that it throws is put behind `before`. */
export function within<T>(before: string, read: () => T): T {
	const given = orProblem(read);
	if (!(given instanceof InputProblem)) return given;
	throw new InputProblem(`${before} ${given.message}`, given.advice);
}

/** Anything that a person can see: no space, control, mark of direction or width, or the blank of Braille. */
const SEEN = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a value is nothing, or a text in which a person sees nothing. */
export function isBlank(value: unknown): boolean {
	return typeof value === 'string' ? !SEEN.test(value) : value === undefined || value === null;
}

/** How the value of a list is read: as one of its choices. What it gives throws InputProblem for anything else. */
export const choiceOf =
	<const T extends string>(choices: readonly T[], advice: string) =>
	(value: unknown): T => {
		const known = choices.find((choice) => choice === value);
		if (known !== undefined) return known;
		const [first, second] = choices;
		const none =
			choices.length === 2 ? `neither ${quote(first)} nor ${quote(second)}` : 'none of its choices';
		throw new InputProblem(`holds ${quote(value)}, which is ${none}`, advice);
	};

const ON: readonly unknown[] = [true, 'true', 1, '1'];
const OFF: readonly unknown[] = [false, 'false', 0, '0', '', null, undefined];

/**
 * Whether an option is on. An expression over a sheet's column gives text, so "true" and "false" count too;
 * a switch that holds nothing is off. Throws InputProblem for anything else: a wish for a dry run must not be overheard.
 */
export function readSwitch(value: unknown): boolean {
	const given = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (ON.includes(given)) return true;
	if (OFF.includes(given)) return false;
	throw new InputProblem(
		`holds ${quote(value)}, which is neither true nor false`,
		'Use true or false.',
	);
}

/** A number that is given as one, or as text; NaN for anything else. */
export const asNumber = (value: unknown): number =>
	typeof value === 'string' && value.trim() !== ''
		? Number(value)
		: typeof value === 'number'
			? value
			: NaN;

/**
 * A whole number from `least` to `most`, given as a number or as text. Throws InputProblem with `advice`
 * for anything else.
 */
export function readWholeNumber(
	value: unknown,
	least: number,
	most: number,
	advice: string,
): number {
	const number = asNumber(value);
	if (Number.isInteger(number) && number >= least && number <= most) return number;
	const range =
		most === Number.MAX_SAFE_INTEGER ? `of ${least} or more` : `from ${least} to ${most}`;
	throw new InputProblem(`holds ${quote(value)}, which is not a whole number ${range}`, advice);
}
