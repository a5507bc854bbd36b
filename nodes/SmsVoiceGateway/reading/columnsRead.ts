import { isBlank } from '../values/inputProblem';
import { pathsIn } from './rowExpressions';

/** What decides on an empty column: a choice, a default, a comparison, or what leaves out empty elements of a list. */
const DECIDES = /[?!<>]|\|\||&&|==|[Ee]mpty|filter|compact|\$if\b/;

/** A text within a code; of one in backticks the codes in it are left. */
const TEXTS = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`((?:[^`\\]|\\.)*)`/gs;

/** A code without the texts in it, in which a mark decides nothing. */
const bare = (code: string): string =>
	code.replace(TEXTS, (_, inBackticks: string | undefined = '') =>
		[...inBackticks.matchAll(/\$\{([^{}]*)\}/g)].map(([, inner]) => `(${inner})`).join(''),
	);

/**
 * The columns that a code needs: those that it reads, by their paths, where it says nowhere what holds without them.
 * `Number($json.sum).toFixed(2)` needs `sum`, of which it would make 0.00; `$json.sum ? … : ''` needs none.
 */
export const neededBy = (code: string): ReadonlyArray<readonly string[]> =>
	DECIDES.test(bare(code)) ? [] : pathsIn(code);

/** The first of the columns that is not there in an item, or is empty. */
export const emptyIn = (
	paths: ReadonlyArray<readonly string[]>,
	json: object,
): string | undefined => paths.find((path) => isBlank(heldBy(json, path)))?.[0];

/** What a path leads to; what was reached where the rest is not its own, as the `length` of a number. */
function heldBy(json: object, path: readonly string[]): unknown {
	const [column = '', ...members] = path;
	let value = (json as Record<string, unknown>)[column];
	for (const member of members) {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, member)) break;
		value = (value as Record<string, unknown>)[member];
	}
	return value;
}

/** Of an item with many columns no more are listed. */
const NAMED_COLUMNS = 12;
/** A longer code is not written out in an advice. */
const SHORT = 60;

/** What to do about an expression that gives nothing, or what is no value, by what the columns that it reads hold. */
export function adviceOf(code: string, json: object): string {
	const paths = pathsIn(code);
	const column = emptyIn(paths, json);
	if (column === undefined && paths.length > 0) return misfit(paths, json);
	const isThere = column !== undefined && Object.hasOwn(json, column);
	const why = isThere ? `'${column}' is empty in this item.` : columnsOf(json);
	return `${why} ${otherwise(code, column)}`;
}

/** How an expression reads a column: `$json.name`, `$json["Full Name"]`. */
const readingOf = (column: string): string =>
	/^[\p{ID_Start}_][\p{ID_Continue}]*$/u.test(column)
		? `$json.${column}`
		: `$json[${JSON.stringify(column)}]`;

/** What holds without a column, for whoever means that. */
function otherwise(code: string, column: string | undefined): string {
	const read = column === undefined ? code : readingOf(column);
	if (code === read) return `Where it may be empty, write {{ ${code} || '' }}.`;
	return code.length > SHORT
		? `Where it may be empty, say in the expression what stands there then: ${read} ? … : ''.`
		: `Where it may be empty, write {{ ${read} ? ${code} : '' }}.`;
}

/** All columns are filled in. What they hold is not said: it may be a code. */
function misfit(paths: ReadonlyArray<readonly string[]>, json: object): string {
	const columns = [...new Set(paths.map(([column = '']) => column))];
	const [first = ''] = columns;
	if (columns.length > 1)
		return `One of ${columns.map((column) => `'${column}'`).join(', ')} does not fit the expression: correct it.`;
	const held = (json as Record<string, unknown>)[first];
	return typeof held === 'string' && Number.isFinite(Number(held))
		? `'${first}' holds a number as text: write Number(${readingOf(first)}) in its place.`
		: `'${first}' is filled in, and does not fit the expression: correct one of them.`;
}

function columnsOf(json: object): string {
	const columns = Object.keys(json);
	const names = columns.slice(0, NAMED_COLUMNS).join(', ');
	const more = columns.length > NAMED_COLUMNS ? ', …' : '';
	return `Column names are case-sensitive; this item has ${names === '' ? 'none' : `${names}${more}`}.`;
}
