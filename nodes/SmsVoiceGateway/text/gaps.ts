import { InputProblem } from '../values/inputProblem';

/** A hole in what a template gives. */
export interface Gap {
	/** The code of the expression. */
	code: string;
	/** What stands there instead of a value; undefined where nothing does. */
	gave: string | undefined;
}

/** What JavaScript and n8n write where a value is missing. */
const WORDS = /\[object Object\]|\bundefined\b|\bNaN\b|Invalid DateTime|Invalid Date\b/;

/** Says itself that nothing may come of it: `{{ $json.name || '' }}`. */
const MEANS_EMPTY = /''|""|``/;

/** More than this is not listed. */
const NAMED = 3;
const NAMED_COLUMNS = 12;

/**
 * The gap that an expression leaves with a value; undefined where there is none. `isRead`: its value stands in the data as
 * it is, so only as a whole it may be such a word; else `json`, the data, may hold the word itself.
 */
export function gapOf(
	code: string,
	value: unknown,
	isRead: boolean,
	json: object,
): Gap | undefined {
	// Of NaN alone n8n makes nothing too (n8n-workflow 2.40, its templates' join).
	const isEmpty = typeof value === 'string' ? value.trim() === '' : Number.isNaN(value);
	if (value === undefined || value === null || isEmpty) {
		return MEANS_EMPTY.test(code) ? undefined : { code, gave: undefined };
	}
	const text = textOf(value);
	const [gave] = WORDS.exec(text) ?? [];
	if (gave === undefined || code.includes(gave)) return undefined;
	const isMeant = isRead ? text.trim() !== gave : JSON.stringify(json).includes(gave);
	return isMeant && typeof value === 'string' ? undefined : { code, gave };
}

/** A value as n8n puts it between words. */
function textOf(value: unknown): string {
	try {
		return String(value);
	} catch {
		return '[object Object]';
	}
}

/** Gaps, as a predicate of their parameter, and what to do. */
export function problemOfGaps(gaps: readonly Gap[], json: object): InputProblem {
	const [first] = gaps;
	const columns = Object.keys(json);
	const shown = columns.slice(0, NAMED_COLUMNS).join(', ');
	const more = columns.length > NAMED_COLUMNS ? ', …' : '';
	const advice = first?.gave?.startsWith('[object')
		? `Choose one of its members, such as {{ ${first.code}.name }}.`
		: `Column names are case-sensitive; this item has ${shown === '' ? 'none' : `${shown}${more}`}. Where it may be empty, write {{ ${first?.code ?? ''} || '' }}.`;
	return new InputProblem(`has a gap: ${said(gaps)}`, advice);
}

/** Gaps in words: which expression gives what. */
export function said(gaps: readonly Gap[]): string {
	const named = gaps
		.slice(0, NAMED)
		.map(({ code, gave }) => `{{ ${code} }} gives ${gave === undefined ? 'nothing' : `"${gave}"`}`);
	return [...named, ...(gaps.length > NAMED ? ['and more'] : [])].join(', ');
}
