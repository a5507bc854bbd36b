import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ParserOptions } from 'prettier';
import { parsers } from 'prettier/plugins/markdown';

/** A node of Markdown's syntax tree (mdast), as far as these tests read it. */
export interface Mark {
	type: string;
	value?: string;
	children?: Mark[];
	depth?: number;
	lang?: string | null;
	url?: string;
}

/** A heading with what follows it up to the next one, of any depth. What stands before the first has no title. */
export interface Section {
	title: string;
	depth: number;
	content: Mark[];
}

/** A page of the documentation. */
export interface Page {
	/** Its path in the repository. */
	path: string;
	root: Mark;
	sections: Section[];
}

/** Pages that have been read: each is linked from many. */
const pages = new Map<string, Page>();

/** Reads a Markdown file with the parser that Prettier brings. */
export function readPage(path: string): Page {
	const page = pages.get(path) ?? parsePage(path, readFileSync(resolve(path), 'utf8'));
	pages.set(path, page);
	return page;
}

/** Parses a page's text. */
export function parsePage(path: string, text: string): Page {
	// At once, although Prettier lets parsers take their time: jest has to know its tests when it reads a file.
	const root = parsers.remark.parse(text, {} as ParserOptions) as Mark;
	if (root.type !== 'root') throw new Error("Prettier's Markdown parser gives something else now");
	const sections: Section[] = [{ title: '', depth: 0, content: [] }];
	for (const mark of root.children ?? []) {
		if (mark.type === 'heading')
			sections.push({ title: textOf(mark), depth: mark.depth ?? 0, content: [] });
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
export function marksIn(mark: Mark): Mark[] {
	return [mark, ...(mark.children ?? []).flatMap(marksIn)];
}

/** The cells of a table's rows below its heads, each by the head of its column. */
export type Row = Record<string, Mark>;

/** The rows of the tables with these heads, in order. */
export function rowsOf({ content }: Section, ...heads: string[]): Row[] {
	return content
		.filter(({ type }) => type === 'table')
		.flatMap((table) => {
			const [first, ...rows] = (table.children ?? []).map(({ children }) => children ?? []);
			if (first?.map(textOf).join('|') !== heads.join('|')) return [];
			return rows.map((cells) =>
				Object.fromEntries(heads.map((head, column) => [head, cells[column] as Mark])),
			);
		});
}

/** The fenced blocks of a language in a section. */
export const blocksOf = ({ content }: Section, lang: string): string[] =>
	content.flatMap((mark) => (mark.type === 'code' && mark.lang === lang ? (mark.value ?? '') : []));

/**
 * The anchors that GitHub gives a page's headings: in small letters, without punctuation, spaces as hyphens, and
 * numbered where a title comes again (docs.github.com, "Basic writing and formatting syntax", section links).
 */
export function anchorsOf({ root }: Page): string[] {
	const given = new Map<string, number>();
	return (root.children ?? [])
		.filter(({ type }) => type === 'heading')
		.map((heading) => {
			const plain = textOf(heading)
				.toLowerCase()
				.replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
				.replaceAll(' ', '-');
			const count = given.get(plain) ?? 0;
			given.set(plain, count + 1);
			return count === 0 ? plain : `${plain}-${count}`;
		});
}
