import { shorten } from '../text/wording';
import { InputProblem, isBlank, quote } from '../values/inputProblem';
import { adviceOf, emptyIn, neededBy } from './columnsRead';
import type { Expression } from './rowExpressions';
import type { Reading, Template } from './template';
import { asText, needsLook, type Place, wrongIn } from './textPiece';

/** A hole in what a template gives. */
export interface Gap {
	/** The code of the expression; undefined where braces stand in the text that fill in nothing. */
	code?: string;
	/** What stands there instead of a value; undefined where nothing does. */
	gave?: string;
	/** The column that is empty, where something stands there all the same: `0.00`. */
	empty?: string;
	/** What to do, where it is no matter of a missing column. */
	advice?: string | undefined;
	/** Whether it is a template that nobody has filled in, which no warning makes good. */
	isTemplate?: boolean | undefined;
}

/**
 * Says itself that nothing may come of it, also within brackets and before what a text is made into: `{{ $json.name || '' }}`,
 * `?? ''`, `… : ''`, `{{ ($json.name || '').trim() }}`.
 */
const MEANS_EMPTY = /(?:\|\||\?\?|:)\s*(?:''|""|``)(?:\s*\)|\s*\??\.\s*\w+(?:\([^()]*\))?)*\s*$/;

/** More than this is not listed. */
const NAMED = 3;

/** As much of a code as an error shows: what it gives stands behind it. */
const LONGEST_CODE = 80;

/**
 * Gives what finds the gaps that a template leaves for an item, as it was read: what came in by each expression that is
 * neither text nor a plain number (or, in a key, missing), and braces that fill in nothing.
 */
export function gapFinder(
	{ pieces }: Template,
	isKey: boolean,
): (reading: Reading, json: object) => readonly Gap[] {
	const braced = pieces.flatMap((piece) =>
		'text' in piece && /[{}]/.test(piece.text) ? piece : [],
	);
	const codes = pieces.flatMap((code) =>
		'code' in code ? { code, needed: code.reads === undefined ? neededBy(code.code) : [] } : [],
	);
	/** The text in front of an expression. */
	const before = (code: Expression, gave: readonly unknown[]): string => {
		let at = 0;
		const words = pieces.slice(0, pieces.indexOf(code));
		return words.map((piece) => ('text' in piece ? piece.text : asText(gave[at++]))).join('');
	};
	return ({ gave }, json) => {
		const left = braced.flatMap(({ text }) => bracesIn(text, json));
		if (left.length > 0) return left;
		const gaps: Gap[] = [];
		for (const [index, { code, needed }] of codes.entries()) {
			const place = {
				isRead: code.reads !== undefined,
				isKey,
				before: () => before(code, gave),
				isSaid: (word: string) => isSaid(word, code.code, json),
			};
			const gap = gapOf(code.code, gave[index], place, emptyIn(needed, json));
			if (gap !== undefined) gaps.push(gap);
		}
		return gaps;
	};
}

/** The gap that an expression leaves with what it gave, be it made of an `empty` column; undefined where there is none. */
function gapOf(
	code: string,
	given: unknown,
	place: Place,
	empty: string | undefined,
): Gap | undefined {
	// Of NaN alone n8n makes nothing too (n8n-workflow 2.40, its templates' join).
	if (isBlank(given) || Number.isNaN(given)) return MEANS_EMPTY.test(code) ? undefined : { code };
	const wrong = needsLook(given) ? wrongIn(given, place) : undefined;
	if (wrong === undefined)
		return empty === undefined ? undefined : { code, gave: asText(given), empty };
	const { gave, advice, isTemplate } = wrong;
	return { code, gave, advice: advice?.(code), isTemplate };
}

/**
 * Whether none of the columns that a text names is there: nothing at all came in, from an item that has nothing to give, as
 * n8n's *Always Output Data* makes one. Then no text was meant.
 */
export function isNothingThere({ pieces }: Template, gaps: readonly Gap[], json: object): boolean {
	const codes = pieces.flatMap((piece) => ('code' in piece ? piece : []));
	const isThere = (code: string) => Object.keys(json).some((name) => code.includes(name));
	return (
		gaps.length === codes.length &&
		gaps.every(({ gave }) => gave === undefined) &&
		!codes.some(({ code }) => isThere(code))
	);
}

/** Braces in a written text that fill in nothing: half an expression, or those of another system around a column's name. */
function bracesIn(text: string, json: object): Gap[] {
	// Whole ones are looked for elsewhere, or meant: `\{{ name }}`.
	const rest = text.replace(/\{\{[^{}]*\}\}/g, '');
	const [stray] = /\{\{|\}\}/.exec(rest) ?? [];
	const half =
		"Complete the expression, such as {{ $json.name }}, or take the braces out. If the text is to hold them, set 'Gaps' of the option 'Text' to Allow.";
	if (stray !== undefined) return [{ gave: stray, advice: half, isTemplate: true }];
	return [...rest.matchAll(/\{\s*([^{}]{1,60}?)\s*\}/g)].flatMap(([gave, name = '']) => {
		const advice = `For the column write {{ $json.${name} }}, as an expression.`;
		return Object.hasOwn(json, name) ? { gave, advice } : [];
	});
}

/** Whether a text of the code or of the data says the word itself. */
const isSaid = (word: string, code: string, json: object): boolean =>
	[...code.matchAll(/'[^']*'|"[^"]*"|`[^`]*`/g)].some(([literal]) => literal.includes(word)) ||
	holdsText(json, word);

function holdsText(value: unknown, word: string): boolean {
	if (typeof value === 'string') return value.includes(word);
	return Object.values(value ?? {}).some((one) => holdsText(one, word));
}

/** Gaps, as a predicate of their parameter, and what to do. */
export function problemOfGaps(gaps: readonly Gap[], json: object): InputProblem {
	const [first] = gaps;
	return new InputProblem(
		`has a gap: ${inWords(gaps)}`,
		first?.advice ?? adviceOf(first?.code ?? '', json),
	);
}

/** Gaps in words: which expression gives what. */
export function inWords(gaps: readonly Gap[]): string {
	const named = gaps.slice(0, NAMED).map(({ code, gave, empty }) => {
		const of = empty === undefined ? '' : ` of an empty '${empty}'`;
		return code === undefined
			? `${quote(gave)} fills in nothing`
			: `{{ ${shorten(code, LONGEST_CODE)} }} gives ${quote(gave)}${of}`;
	});
	return [...named, ...(gaps.length > NAMED ? ['and more'] : [])].join(', ');
}
