import type { Row } from '../row/row';

/** A line break as programs write it within a text, and as a spreadsheet's file does. */
const ESCAPE = /\\r\\n|\\n|_x000[dD]_/;

/** In a path of Windows `\n` begins a name. */
const WINDOWS_PATH = /\b[A-Za-z]:\\|\\\\/;

/** Says of a row's text that it holds a line break in writing: it leaves as it is, for it may be meant. */
export function warnOfEscapes(row: Row): void {
	const { message } = (row.fields ?? {}) as { message?: string };
	const [escape] = ESCAPE.exec(message ?? '') ?? [];
	if (escape === undefined || WINDOWS_PATH.test(message ?? '')) return;
	(row.warnings ??= []).push(
		`The text holds "${escape}" as ${escape.length} characters: it is sent so, and no line break`,
	);
}
