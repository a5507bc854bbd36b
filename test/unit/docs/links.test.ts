import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { anchorsOf, marksIn, readPage, type Page } from './markdown.ts';
import { docsFiles, RECIPES_WITH_TESTS, OPERATION_PAGES, RECIPE_PAGES } from './pages.ts';

const FILES = [
	'README.md',
	'CONTRIBUTING.md',
	'bench/README.md',
	'sandbox/README.md',
	...docsFiles(),
];

/** The addresses of a page's links and pictures, also of those in HTML, which have a form for each theme. */
const linksOf = ({ root }: Page): string[] =>
	marksIn(root).flatMap(({ type, url = '', value = '' }) => {
		if (/^(link|image|definition)$/.test(type)) return url;
		if (type !== 'html') return [];
		return [...value.matchAll(/\b(?:src|srcset|href)="([^"]*)"/g)].map(([, found = '']) => found);
	});

/** What a relative link points to that is not there. */
function brokenIn(page: Page): string[] {
	const broken: string[] = [];
	for (const url of linksOf(page).filter((one) => !/^[a-z]+:/i.test(one))) {
		const [file = '', anchor] = url.split('#');
		const path = file === '' ? page.path : normalize(join(dirname(page.path), decodeURI(file)));
		if (!existsSync(resolve(path))) {
			broken.push(`${url}: no such file`);
			continue;
		}
		if (anchor === undefined) continue;
		const target = path === page.path ? page : readPage(path);
		if (!anchorsOf(target).includes(anchor)) broken.push(`${url}: no such heading`);
	}
	return broken;
}

describe('links', () => {
	test.each(FILES)('of %s point to files and headings that exist', (path) => {
		const page = readPage(path);
		expect(linksOf(page).length).toBeGreaterThan(0);
		expect(brokenIn(page)).toEqual([]);
	});
});

test('the index names every page, and nothing else', () => {
	const listed = linksOf(readPage('docs/README.md'))
		.filter((url) => url.endsWith('.md') && !url.startsWith('..'))
		.map((url) => join('docs', url));
	expect(listed.sort()).toEqual(docsFiles().filter((path) => path !== 'docs/README.md'));
});

const recipes = { ...RECIPE_PAGES, ...RECIPES_WITH_TESTS };

test('every operation and every recipe has its page, and the tests know them all', () => {
	const pagesIn = (folder: string) =>
		readdirSync(resolve('docs', folder)).filter((name) => name.endsWith('.md'));
	expect(pagesIn('operations').sort()).toEqual(Object.keys(OPERATION_PAGES).sort());
	expect(pagesIn('recipes').sort()).toEqual(Object.keys(recipes).sort());
});

test.each(Object.entries(recipes))('%s links the workflow that it explains', (name, file) => {
	const page = readPage(join('docs/recipes', name));
	expect(linksOf(page)).toContain(`../../workflows/${file}`);
});
