import type { Template } from './rowTemplate';

export { readSlots, readTemplate } from './rowTemplate';
export type { Part, Slot, Template } from './rowTemplate';

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
