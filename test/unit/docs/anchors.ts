import { textOf, type Page } from './markdown.ts';

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
