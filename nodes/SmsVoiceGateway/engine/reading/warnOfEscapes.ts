import type { Operation } from '../operation';
import { withWarning, type Row } from '../row/row';

/** A line break as programs write it within a text, and as a spreadsheet's file does. */
const ESCAPE = /\\r\\n|\\n|_x000[dD]_/;

/** In a path of Windows `\n` begins a name. */
const WINDOWS_PATH = /\b[A-Za-z]:\\|\\\\/;

/** Says of a row's text that it holds a line break in writing: it leaves as it is, for it may be meant. */
export const warnOfEscapes =
	({ text }: Operation) =>
	(row: Row): Row => {
		const given = text?.(row.fields) ?? '';
		const [escape] = ESCAPE.exec(given) ?? [];
		if (escape === undefined || WINDOWS_PATH.test(given)) return row;
		return withWarning(
			row,
			`The text holds "${escape}" as ${escape.length} characters: it is sent so, and no line break`,
		);
	};
