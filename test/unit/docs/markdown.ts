import { readFileSync } from 'node:fs';
import type { ParserOptions } from 'prettier';
import { parsers } from 'prettier/plugins/markdown';

/** A node of Markdown's syntax tree (mdast), as far as these tests read it. */
export type Mark = { type: string; children?: Mark[]; depth?: number; lang?: string | null } & {
	[text in 'value' | 'url']?: string;
};

/** A heading with what follows it up to the next one, of any depth. What stands before the first has no title. */
export type Section = { title: string; depth: number; content: Mark[] };

/** A page of the documentation, with its path in the repository. */
export type Page = { path: string; root: Mark; sections: Section[] };

export const readPage = (path: string): Page => parsePage(path, readFileSync(path, 'utf8'));

/** Parses a page's text with the parser that Prettier brings. */
export function parsePage(path: string, text: string): Page {
	// At once, although Prettier lets parsers take their time: jest has to know its tests when it reads a file.
	const root = parsers.remark.parse(text, {} as ParserOptions) as Mark;
	if (root.type !== 'root') throw new Error("Prettier's Markdown parser gives something else now");
	const sections: Section[] = [{ title: '', depth: 0, content: [] }];
	for (const mark of root.children ?? []) {
		const { type, depth = 0 } = mark;
		if (type === 'heading') sections.push({ title: textOf(mark), depth, content: [] });
		else sections.at(-1)?.content.push(mark);
	}
	return { path, root, sections };
}

/** The section of this title. Throws where there is not exactly one. */
export function sectionOf({ path, sections }: Page, title: string): Section {
	const found = sections.filter((section) => section.title === title);
	if (found.length !== 1 || found[0] === undefined)
		throw new Error(`${path}: ${found.length} sections "${title}"`);
	return found[0];
}

/** The text that a reader sees, without emphasis and the like. */
export function textOf(mark: Mark): string {
	if (mark.type === 'html') return '';
	if (mark.type === 'break') return '\n';
	return mark.value ?? (mark.children ?? []).map(textOf).join('');
}

/** A mark and all that is in it, in the order of the text. */
export const marksIn = (mark: Mark): Mark[] => [mark, ...(mark.children ?? []).flatMap(marksIn)];

/** The cells of a table's rows below its heads, each by the head of its column. */
export type Row = Record<string, Mark>;

/** The rows of the tables with these heads, in order. */
export const rowsOf = ({ content }: Section, ...heads: string[]): Row[] =>
	content.flatMap(({ type, children = [] }) => {
		const [first, ...rows] = children.map((row) => row.children ?? []);
		if (type !== 'table' || first?.map(textOf).join('|') !== heads.join('|')) return [];
		const cellsOf = (cells: Mark[]) => heads.map((head, at) => [head, cells[at] as Mark] as const);
		return rows.map((cells) => Object.fromEntries(cellsOf(cells)));
	});

/** The texts of the cells of these tables. */
export const textsOf = (page: Page, title: string, ...heads: string[]): string[][] =>
	rowsOf(sectionOf(page, title), ...heads).map((row) => Object.values(row).map(textOf));

/** The fenced blocks of a language in a section. */
export const blocksOf = ({ content }: Section, lang: string): string[] =>
	content.flatMap((mark) => (mark.type === 'code' && mark.lang === lang ? (mark.value ?? '') : []));
