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
export function readPath(code: string, from: number) {
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
