/** `.name`, `["key"]` or `['key']`. A key with U+2028 is two lines to n8n's parser. */
const STEP =
	/\s*(?:\.\s*([\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*)|\[\s*(?:"([^"\\\p{Cc}\u2028\u2029]*)"|'([^'\\\p{Cc}\u2028\u2029]*)')\s*\])/uy;

const ROOT = /^\s*(?:\$json|(\$\((?:"[^"\\\p{Cc}]+"|'[^'\\\p{Cc}]+')\)\.first\(\)\.json))/u;

/** The keys that a code leads by, from the row inwards; or that it has the same value in every row. */
type Reads = readonly string[] | 'shared';

/**
 * A piece of a template: text, or the code of an expression, with what it reads where that is looked up here. All that goes by
 * the code alone, such as what n8n refuses, shows in the first row, of which n8n is asked as well (see `templateOf`).
 */
export type Piece = { text: string } | Expression;

/** The code between `{{` and `}}`. */
export interface Expression {
	code: string;
	reads: Reads | undefined;
}

/** The pieces of a raw parameter value, as n8n takes it apart; undefined where it is no template, or n8n reads it otherwise. */
export function piecesOf(raw: unknown): Piece[] | undefined {
	if (typeof raw !== 'string' || !raw.startsWith('=') || /\\(?:\{\{|\}\})/.test(raw))
		return undefined;
	const pieces: Piece[] = [];
	for (let at = 1; ;) {
		const open = raw.indexOf('{{', at);
		const text = raw.slice(at, open < 0 ? undefined : open);
		if (text !== '') pieces.push({ text });
		if (open < 0) return pieces;
		const close = raw.indexOf('}}', open + 2);
		if (close < 0) return undefined;
		const code = raw.slice(open + 2, close).trim();
		pieces.push({ code, reads: readsOf(code) });
		at = close + 2;
	}
}

/** What a code reads; undefined where only n8n's engine can tell. */
function readsOf(code: string): Reads | undefined {
	const root = ROOT.exec(code);
	if (root === null) return undefined;
	const { path, end } = pathAt(code, root[0].length);
	if (path.length === 0 || end < code.length) return undefined;
	// n8n's isolate finds the names of Object.prototype before those of the row, its other engine after.
	if (path.some((key) => key in Object.prototype)) return undefined;
	return root[1] === undefined ? path : 'shared';
}

/** The keys that follow one another in a code from a place on, and where they end. */
function pathAt(code: string, from: number): { path: string[]; end: number } {
	const path: string[] = [];
	let end = from;
	STEP.lastIndex = from;
	for (let step = STEP.exec(code); step !== null; step = STEP.exec(code)) {
		const [, name, double, single] = step;
		path.push(name ?? double ?? single ?? '');
		end = STEP.lastIndex;
	}
	return { path, end };
}

/** The paths into the item that a code leads by anywhere in it, without the method that is called behind one. */
export function pathsIn(code: string): string[][] {
	const paths: string[][] = [];
	for (const { index } of code.matchAll(/\$json(?![\p{ID_Continue}$])/gu)) {
		const { path, end } = pathAt(code, index + '$json'.length);
		if (/^\s*\(/.test(code.slice(end))) path.pop();
		if (path.length > 0) paths.push(path);
	}
	return paths;
}

/** In place of a value: n8n's engine must be asked. */
export const ENGINE: unique symbol = Symbol('engine');

/** What n8n's engine gives for an expression in the item `json`, or ENGINE. `sharedOf` evaluates a code that is shared. */
export function valueOf(
	{ code, reads }: Expression,
	json: object,
	item: number,
	sharedOf: (code: string, item: number) => unknown,
): unknown {
	if (reads === undefined) return ENGINE;
	const value = reads === 'shared' ? sharedOf(code, item) : valueAt(json, reads);
	if (typeof value === 'string') return value;
	if (typeof value === 'number') return Number.isFinite(value) ? value : ENGINE;
	// No object, whose copy crosses the isolate's border.
	const isPlainValue = typeof value === 'boolean' || value === undefined || value === null;
	return isPlainValue ? value : ENGINE;
}

/** What a path leads to in an item; ENGINE where only n8n's engine can tell. */
export function valueAt(json: object, path: readonly string[]): unknown {
	let value: unknown = json;
	for (const key of path) {
		// The engine swallows the TypeError.
		if (value === undefined || value === null) return undefined;
		if (!isPlain(value)) return ENGINE;
		value = (value as Record<string, unknown>)[key];
	}
	return value;
}

function isPlain(holder: NonNullable<unknown>): boolean {
	const prototype: unknown = Object.getPrototypeOf(holder);
	// Not compared with Object.prototype: an item may come from another realm.
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}
