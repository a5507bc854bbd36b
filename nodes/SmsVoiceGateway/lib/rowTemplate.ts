export type Path = ReadonlyArray<string | number>;

/** Text, a value of the row, or an expression that has the same value in every row. */
export type Part = { text: string } | { path: Path } | { shared: string };

/** A raw parameter value, taken apart. `whole`: one expression alone, whose value is not made text. */
export type Template =
	{ kind: 'constant'; value: unknown } | { kind: 'parts'; parts: readonly Part[]; whole: boolean };

const ROOT = /^\s*(?:\$json|(\$\((?:"[^"\p{Cc}]+"|'[^'\p{Cc}]+')\)\.(?:first|last)\(\)\.json))/u;

/**
 * `.name`, `[0]`, `["key"]` or `['key']`. n8n's parser knows the identifiers of Unicode 12, Node's
 * those of a later one; in these ranges they agree. It also breaks lines where a key may hold U+2028.
 */
const STEP =
	/\s*(?:\.\s*((?=[\p{ID_Start}$_])(?:(?![^\0-\u07ff\u200c\u200d\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fef\uac00-\ud7a3])[\p{ID_Continue}$\u200c\u200d])+)|\[\s*(?:(0|[1-9]\d{0,8})|"([^"\p{Cc}\u2028\u2029]*)"|'([^'\p{Cc}\u2028\u2029]*)')\s*\])/uy;

/** n8n-workflow 2.40, utils, `unsafeObjectProperties`; and two names that its AST hooks take amiss. */
const REFUSED = new Set([
	'$',
	'globalThis',
	'__proto__',
	'prototype',
	'constructor',
	'getPrototypeOf',
	'setPrototypeOf',
	'getOwnPropertyDescriptor',
	'getOwnPropertyDescriptors',
	'defineProperty',
	'defineProperties',
	'mainModule',
	'binding',
	'_linkedBinding',
	'_load',
	'prepareStackTrace',
	'__lookupGetter__',
	'__lookupSetter__',
	'__defineGetter__',
	'__defineSetter__',
	'caller',
	'callee',
	'arguments',
	'getBuiltinModule',
	'dlopen',
	'execve',
	'loadEnvFile',
]);

/** The isolate finds the names of `Object.prototype` before those of the row, the other engine after. */
function isReadable(key: string | number): boolean {
	return !REFUSED.has(String(key)) && !(key in Object.prototype);
}

function readPath(code: string, from: number): Path | undefined {
	const path: Array<string | number> = [];
	for (let at = from; code.slice(at).trim() !== ''; at = STEP.lastIndex) {
		STEP.lastIndex = at;
		const step = STEP.exec(code);
		if (step === null) return undefined;
		const [, name, index, double, single] = step;
		path.push(index === undefined ? String(name ?? double ?? single) : Number(index));
	}
	return path.length > 0 && path.every(isReadable) ? path : undefined;
}

function readCode(code: string): Part | undefined {
	const root = ROOT.exec(code);
	const path = root && readPath(code, root[0].length);
	if (!root || !path) return undefined;
	return root[1] === undefined ? { path } : { shared: code.trim() };
}

function readParts(source: string): Part[] | undefined {
	const parts: Part[] = [];
	for (let at = 0; at < source.length;) {
		const open = source.indexOf('{{', at);
		const text = source.slice(at, open < 0 ? undefined : open);
		if (text !== '') parts.push({ text });
		if (open < 0) break;
		const close = source.indexOf('}}', open + 2);
		const part = close < 0 ? undefined : readCode(source.slice(open + 2, close));
		if (part === undefined) return undefined;
		parts.push(part);
		at = close + 2;
	}
	return parts;
}

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
	const [first] = parts;
	return {
		kind: 'parts',
		parts,
		whole: parts.length === 1 && first !== undefined && !('text' in first),
	};
}
