import { existsSync, globSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { expect, test } from '@jest/globals';
import { marksIn, parsePage, readPage, type Page } from './markdown.ts';
import { docsFiles, OPERATION_PAGES, RECIPE_PAGES, RECIPES_WITH_TESTS } from './pages.ts';

/** The addresses of a page's links and pictures, also of those in HTML, which have a form for each theme. */
const linksOf = ({ root }: Page): string[] =>
	marksIn(root).flatMap(({ type, url = '', value = '' }) => {
		if (/^(link|image|definition)$/.test(type)) return url;
		if (type !== 'html') return [];
		return [...value.matchAll(/\b(?:src|srcset|href)="([^"]*)"/g)].map(([, found = '']) => found);
	});

/** The anchors that GitHub gives a page's headings (docs.github.com, "Basic writing and formatting syntax", section links). */
function anchorsOf({ sections }: Page): string[] {
	const plain = sections.map(({ title }) =>
		title
			.toLowerCase()
			.replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
			.replaceAll(' ', '-'),
	);
	return plain.map((one, at) => {
		const before = plain.slice(0, at).filter((other) => other === one).length;
		return before === 0 ? one : `${one}-${before}`;
	});
}

/** What a relative link points to that is not there. */
const brokenIn = (page: Page): string[] =>
	linksOf(page).flatMap((url) => {
		if (/^[a-z]+:/i.test(url)) return [];
		const [file = '', anchor] = url.split('#');
		const path = file === '' ? page.path : normalize(join(dirname(page.path), decodeURI(file)));
		if (!existsSync(path)) return `${url}: no such file`;
		const target = path === page.path || anchor === undefined ? page : readPage(path);
		return anchor && !anchorsOf(target).includes(anchor) ? `${url}: no such heading` : [];
	});

const others = ['README.md', 'CONTRIBUTING.md', 'bench/README.md', 'sandbox/README.md'];
test.each([...others, ...docsFiles()])('links of %s point to files and headings', (path) => {
	const page = readPage(path);
	expect(linksOf(page).length).toBeGreaterThan(0);
	expect(brokenIn(page)).toEqual([]);
});

test('links that point nowhere are found, by the anchors that GitHub gives', () => {
	const headings = '# On the *wire*\n\n## n8n’s `On Error`: (new)\n\n## Output\n\n## Output';
	const good = '[a](#on-the-wire) [b](#n8ns-on-error-new) [c](#output-1)';
	const bad = '[a](none.md) [b](../README.md#none) [c](#output-2) <img src="none.svg">';
	expect(brokenIn(parsePage('docs/README.md', `${good} ${bad}\n\n${headings}`))).toEqual([
		'none.md: no such file',
		'../README.md#none: no such heading',
		'#output-2: no such heading',
		'none.svg: no such file',
	]);
});

test('the index names every page, the tests know all operations, and each recipe links its workflow', () => {
	const own = linksOf(readPage('docs/README.md')).filter((url) => /^[^.].*\.md$/.test(url));
	const pages = own.map((url) => join('docs', url));
	expect(pages.sort()).toEqual(docsFiles().filter((path) => path !== 'docs/README.md'));
	const operations = globSync('docs/operations/*.md').map((file) => basename(file));
	expect(operations.sort()).toEqual(Object.keys(OPERATION_PAGES).sort());
	const workflows = Object.values({ ...RECIPE_PAGES, ...RECIPES_WITH_TESTS });
	expect(new Set(workflows).size).toBe(workflows.length);
	expect(workflows).not.toContain('');
});
