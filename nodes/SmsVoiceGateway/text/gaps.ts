import { InputProblem, isBlank, quote } from '../values/inputProblem';

/** A hole in what a template gives. */
export interface Gap {
	/** The code of the expression; undefined where braces stand in the text that fill in nothing. */
	code?: string;
	/** What stands there instead of a value; undefined where nothing does. */
	gave: string | undefined;
	/** What to do, where it is no matter of a missing column. */
	advice?: string;
	/** Whether it is a template that nobody has filled in, which no warning makes good. */
	isTemplate?: true;
}

/** What JavaScript and n8n write within a text where a value is missing. */
const WORDS = /\[object \w+\]|\bundefined\b|\bnull\b|\bNaN\b|Invalid DateTime|Invalid Date\b/;

/** What a source writes in the place of a whole value; case aside, as exports of databases differ. */
const ALONE = /^(?:undefined|null|nan|\[object \w+\]|invalid datetime|invalid date)$/i;

/** A formula's error as Excel, Google Sheets and LibreOffice show it, and what stands there while they work. */
const SHEET_ERROR =
	/^(?:#N\/A|#DIV\/0!|#NAME\?|#(?:REF|VALUE|NUM|NULL|SPILL|CALC|ERROR|BLOCKED|BUSY|CONNECT|FIELD|UNKNOWN|PYTHON)!|#GETTING_DATA|#{2,}|Err:\d{3}|Loading(?:\.{3}|…))$/;

/** A template of n8n's or of another system, which should have been filled in before. */
const TEMPLATE = /\{\{[^{}]+\}\}/;

/** Says itself that nothing may come of it: `{{ $json.name || '' }}`, `?? ''`, `… : ''`. */
const MEANS_EMPTY = /(?:\|\||\?\?|:)\s*(?:''|""|``)\s*$/;

/** More than this is not listed. */
const NAMED = 3;
const NAMED_COLUMNS = 12;

/**
 * The gap that an expression leaves with the value it gave; undefined where there is none. `isRead`: the value stands in
 * the data as it is, so only as a whole it may be such a word. Else a text of `json`, the data, or of the code may hold it.
 */
export function gapOf(
	code: string,
	value: unknown,
	isRead: boolean,
	json: object,
): Gap | undefined {
	// Of NaN alone n8n makes nothing too (n8n-workflow 2.40, its templates' join).
	if (isBlank(value) || Number.isNaN(value))
		return MEANS_EMPTY.test(code) ? undefined : { code, gave: undefined };
	const text = textOf(value);
	const [template] = TEMPLATE.exec(text) ?? [];
	if (template !== undefined)
		return {
			code,
			gave: template,
			isTemplate: true,
			advice: `Nobody has filled in ${quote(template)}: put the value there before, or write the text into the node itself. If the text is to hold it, set 'Gaps' of the option 'Text' to Allow.`,
		};
	const whole = text.trim();
	if (SHEET_ERROR.test(whole))
		return { code, gave: whole, advice: 'Mend the formula of this cell, or clear it.' };
	if (text.includes('\ufffd'))
		return {
			code,
			gave: text,
			advice:
				"Letters were lost where the file was read: set its 'Encoding' in 'Extract from File' as it was saved, often Windows-1252.",
		};
	const [gave] =
		isRead && typeof value === 'string' ? (ALONE.exec(whole) ?? []) : (WORDS.exec(text) ?? []);
	if (gave === undefined) return undefined;
	const isMeant = typeof value === 'string' && !isRead && isSaid(gave, code, json);
	return isMeant ? undefined : { code, gave };
}

/** Braces in a written text that fill in nothing: half an expression, or those of another system around a column's name. */
export function bracesIn(text: string, json: object): Gap[] {
	// Whole ones are looked for elsewhere, or meant: `\{{ name }}`.
	const rest = text.replace(/\{\{[^{}]*\}\}/g, '');
	const [stray] = /\{\{|\}\}/.exec(rest) ?? [];
	const half =
		"Complete the expression, such as {{ $json.name }}, or take the braces out. If the text is to hold them, set 'Gaps' of the option 'Text' to Allow.";
	if (stray !== undefined) return [{ gave: stray, isTemplate: true, advice: half }];
	return [...rest.matchAll(/\{\s*([^{}]{1,60}?)\s*\}/g)].flatMap(([gave, name = '']) =>
		Object.hasOwn(json, name)
			? { gave, advice: `For the column write {{ $json.${name} }}, as an expression.` }
			: [],
	);
}

/** Whether a text of the code or of the data says the word itself. */
const isSaid = (word: string, code: string, json: object): boolean =>
	[...code.matchAll(/'[^']*'|"[^"]*"|`[^`]*`/g)].some(([literal]) => literal.includes(word)) ||
	holdsText(json, word);

function holdsText(value: unknown, word: string): boolean {
	if (typeof value === 'string') return value.includes(word);
	if (typeof value !== 'object' || value === null) return false;
	return Object.values(value).some((one) => holdsText(one, word));
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
	const missing = `Column names are case-sensitive; this item has ${shown === '' ? 'none' : `${shown}${more}`}. Where it may be empty, write {{ ${first?.code ?? ''} || '' }}.`;
	const member = `Choose one of its members, such as {{ ${first?.code ?? ''}.name }}.`;
	const isObject = first?.gave?.startsWith('[object');
	return new InputProblem(
		`has a gap: ${said(gaps)}`,
		first?.advice ?? (isObject ? member : missing),
	);
}

/** Gaps in words: which expression gives what. */
export function said(gaps: readonly Gap[]): string {
	const named = gaps.slice(0, NAMED).map(({ code, gave }) => {
		const shown = gave === undefined ? 'nothing' : quote(gave);
		return code === undefined ? `${shown} fills in nothing` : `{{ ${code} }} gives ${shown}`;
	});
	return [...named, ...(gaps.length > NAMED ? ['and more'] : [])].join(', ');
}
