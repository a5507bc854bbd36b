import { readPath } from './rowPath';

/** Text, a value of the row, or an expression that has the same value in every row. */
export type Part = { text: string } | { path: ReadonlyArray<string | number> } | { shared: string };

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
