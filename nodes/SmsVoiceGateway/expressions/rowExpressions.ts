/** `.name`, `[0]`, `["key"]` or `['key']`. A key with U+2028 is two lines to n8n's parser. */
const STEP =
	/\s*(?:\.\s*([\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*)|\[\s*(?:(0|[1-9]\d{0,8})|"([^"\p{Cc}\u2028\u2029]*)"|'([^'\p{Cc}\u2028\u2029]*)')\s*\])/uy;

/** Ranges in which n8n's parser, of Unicode 12, takes the same characters for letters as Node. */
const COMMON =
	/^(?:[\0-\u07ff\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fef\uac00-\ud7a3]|\u200c|\u200d)*$/;

/** n8n-workflow 2.40, utils, `unsafeObjectProperties`; and two names that its syntax checks misread. */
const REFUSED = new Set<string | number>([
	...['$', 'globalThis'],
	...['__proto__', 'prototype', 'constructor', 'getPrototypeOf', 'setPrototypeOf'],
	...['getOwnPropertyDescriptor', 'getOwnPropertyDescriptors', 'defineProperty'],
	...['defineProperties', 'mainModule', 'binding', '_linkedBinding', '_load', 'prepareStackTrace'],
	...['__lookupGetter__', '__lookupSetter__', '__defineGetter__', '__defineSetter__'],
	...['caller', 'callee', 'arguments', 'getBuiltinModule', 'dlopen', 'execve', 'loadEnvFile'],
]);

function isReadable(key: string | number): boolean {
	// n8n's isolate finds the names of Object.prototype before those of the row, its other engine after.
	return !REFUSED.has(key) && !(key in Object.prototype);
}

/**
 * The keys in `code` from there to its end, which lead to a value, from the row inwards; undefined where there is anything
 * else.
 */
function readPath(code: string, from: number) {
	const path: Array<string | number> = [];
	const end = code.trimEnd().length;
	STEP.lastIndex = from;
	while (STEP.lastIndex < end) {
		const step = STEP.exec(code);
		if (step === null) return undefined;
		const [, name, index, double, single] = step;
		if (name !== undefined && !COMMON.test(name)) return undefined;
		path.push(index === undefined ? String(name ?? double ?? single) : Number(index));
	}
	return path.length > 0 && path.every(isReadable) ? path : undefined;
}

/** Text, a value of the row, or an expression that has the same value in every row. */
type Part = { text: string } | { path: ReadonlyArray<string | number> } | { shared: string };

/** A raw parameter value, taken apart. `whole`: one expression alone, whose value is not made text. */
export type Template =
	{ kind: 'constant'; value: unknown } | { kind: 'parts'; parts: readonly Part[]; whole: boolean };

const ROOT = /^\s*(?:\$json|(\$\((?:"[^"\p{Cc}]+"|'[^'\p{Cc}]+')\)\.(?:first|last)\(\)\.json))/u;

/** What is read for an expression; undefined where only n8n's engine can tell. */
function readCode(code: string): Exclude<Part, { text: string }> | undefined {
	const root = ROOT.exec(code);
	const path = root && readPath(code, root[0].length);
	if (!root || !path) return undefined;
	return root[1] === undefined ? { path } : { shared: code.trim() };
}

/** Takes a template apart into texts and the codes of expressions, as n8n does; undefined where one has no end. */
function readPieces(source: string): Array<{ text: string } | { code: string }> | undefined {
	const pieces: Array<{ text: string } | { code: string }> = [];
	for (let at = 0; ;) {
		const open = source.indexOf('{{', at);
		const text = source.slice(at, open < 0 ? undefined : open);
		if (text !== '') pieces.push({ text });
		if (open < 0) return pieces;
		const close = source.indexOf('}}', open + 2);
		if (close < 0) return undefined;
		pieces.push({ code: source.slice(open + 2, close) });
		at = close + 2;
	}
}

function readParts(source: string): Part[] | undefined {
	const parts = readPieces(source)?.map((piece) =>
		'text' in piece ? piece : readCode(piece.code),
	);
	return parts?.every((part) => part !== undefined) ? parts : undefined;
}

/**
 * The pieces of a raw parameter value that has expressions: texts, and codes with what each reads where it is one that is
 * read without n8n's engine. None where it has no expression, or where brackets stand behind a backslash, which makes a
 * text of them.
 */
export function readSlots(raw: unknown): Slot[] {
	const isTemplate = typeof raw === 'string' && raw.startsWith('=') && !/\\(?:\{\{|\}\})/.test(raw);
	const pieces = isTemplate ? (readPieces(raw.slice(1)) ?? []) : [];
	if (pieces.every((piece) => 'text' in piece)) return [];
	return pieces.map((piece) =>
		'text' in piece ? piece : { code: piece.code.trim(), read: readCode(piece.code) },
	);
}

/** A piece of a template. */
export type Slot =
	{ text: string } | { code: string; read: Exclude<Part, { text: string }> | undefined };

/**
 * Takes apart what n8n's editor writes for a parameter: text, `{{ $json.name }}` and
 * `{{ $('Node').first().json.name }}`. Undefined where only n8n's engine can evaluate it.
 */
export function readTemplate(raw: unknown): Template | undefined {
	if (raw === undefined || (typeof raw === 'object' && raw !== null)) return undefined;
	if (typeof raw !== 'string' || !raw.startsWith('=')) return { kind: 'constant', value: raw };
	const source = raw.slice(1);
	// n8n refuses the second also in text; its legacy engine finds the third in its cache, a plain object.
	if (source.includes('\\') || /\.\s*constructor/.test(source) || source in Object.prototype) {
		return undefined;
	}
	const parts = readParts(source);
	if (parts === undefined) return undefined;
	return {
		kind: 'parts',
		parts,
		whole: parts.length === 1 && parts.every((part) => !('text' in part)),
	};
}

/** In place of a value: n8n's engine must evaluate this row. */
export const ENGINE: unique symbol = Symbol('engine');

function isPlain(holder: NonNullable<unknown>): boolean {
	const prototype: unknown = Object.getPrototypeOf(holder);
	// Not compared with Object.prototype: an item may come from another realm.
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** What the engine gives back as it is: no object, whose copy crosses the isolate's border. */
function simple(value: unknown): unknown {
	switch (typeof value) {
		case 'string':
		case 'boolean':
		case 'undefined':
			return value;
		case 'number':
			return Number.isFinite(value) ? value : ENGINE;
		default:
			return value === null ? null : ENGINE;
	}
}

/** What n8n's engine gives for a path into a row, or ENGINE where it must judge this row. */
export function valueAt(json: object, path: ReadonlyArray<string | number>): unknown {
	let value: unknown = json;
	for (const key of path) {
		// The engine swallows the TypeError.
		if (value === undefined || value === null) return undefined;
		if (Array.isArray(value) ? typeof key === 'string' : !isPlain(value)) return ENGINE;
		value = (value as Record<string | number, unknown>)[key];
	}
	return simple(value);
}

function readShared(expression: string, shared: ReadonlyMap<string, unknown>): unknown {
	return shared.has(expression) ? simple(shared.get(expression)) : ENGINE;
}

/**
 * The value of a template for the row `json`, or ENGINE where the engine must judge this row. `shared`
 * holds the value of each shared part `x`, as the engine gives it for `={{ x }}`; none where it fails.
 */
export function fillTemplate(
	template: Template,
	json: object,
	shared: ReadonlyMap<string, unknown>,
): unknown {
	if (template.kind === 'constant') return template.value;
	let text = '';
	for (const part of template.parts) {
		if ('text' in part) {
			text += part.text;
			continue;
		}
		const value = 'path' in part ? valueAt(json, part.path) : readShared(part.shared, shared);
		if (template.whole || value === ENGINE) return value;
		text += value ?? '';
	}
	return text;
}
