import { readPath } from './rowPath';
import type { Path } from './rowPath';

/** Text, a value of the row, or an expression that has the same value in every row. */
export type Part = { text: string } | { path: Path } | { shared: string };

/** A raw parameter value, taken apart. `whole`: one expression alone, whose value is not made text. */
export type Template =
	{ kind: 'constant'; value: unknown } | { kind: 'parts'; parts: readonly Part[]; whole: boolean };

const ROOT = /^\s*(?:\$json|(\$\((?:"[^"\p{Cc}]+"|'[^'\p{Cc}]+')\)\.(?:first|last)\(\)\.json))/u;

function readCode(code: string): Part | undefined {
	const root = ROOT.exec(code);
	const path = root && readPath(code, root[0].length);
	if (!root || !path) return undefined;
	return root[1] === undefined ? { path } : { shared: code.trim() };
}

function readParts(source: string): Part[] | undefined {
	const parts: Part[] = [];
	for (let at = 0; ;) {
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
	return {
		kind: 'parts',
		parts,
		whole: parts.length === 1 && parts.every((part) => !('text' in part)),
	};
}
