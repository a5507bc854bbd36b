import { globSync, readFileSync } from 'node:fs';
import { basename, posix } from 'node:path';
import { expect, test } from '@jest/globals';
import { testedVersions } from '../../../host/version.ts';
import { exampleWorkflows } from '../../../host/workflows.ts';
import type { Outcome } from '../../../nodes/SmsVoiceGateway/response/outcome.ts';
import { marksIn, readPage, rowsOf, sectionOf } from './markdown.ts';
import type { Mark, Page, Section } from './markdown.ts';
import { docsFiles, OPERATION_PAGES } from './pages.ts';

/** The compiler refuses one that the node lacks, and a lack of one that it has. */
const OUTCOMES = Object.keys({
	...{ accepted: true, rejected: true, unknown: true },
	...{ notSent: true, duplicate: true, dryRun: true },
} satisfies Record<Outcome, true>);

const readme = readPage('README.md');

test('the README names the versions of n8n that are tested', () => {
	const named = [...readFileSync('README.md', 'utf8').matchAll(/\*\*n8n (\d+\.\d+\.\d+)\*\*/g)].map(
		([, version]) => version,
	);
	expect(named.sort()).toEqual([...testedVersions()].sort());
});

const index = readPage('docs/README.md');
const sending = readPage('docs/topics/sending-and-retrying.md');
const operations = Object.keys(OPERATION_PAGES).map((page) => `docs/operations/${page}`);
const AGAIN = 'Does Retry On Fail send it again?';

test.each<[string, Page, string, string[], string[]]>([
	['Operations', readme, 'Operation', ['Resource', 'Operation', 'What it does'], operations],
	['Recipes', index, 'File', ['File', 'What it does', 'Page'], [...exampleWorkflows().keys()]],
	['Was it sent?', readme, 'outcome', ['outcome', 'Was it sent?', 'What to do'], OUTCOMES],
	['Outcomes', sending, 'Outcome', ['Outcome', 'Was it sent?', 'What to do', AGAIN], OUTCOMES],
])('the table of %s lists all that there are', (title, page, column, heads, all) => {
	const marks = rowsOf(sectionOf(page, title), ...heads).flatMap((row) =>
		marksIn(row[column] as Mark),
	);
	const listed = marks.flatMap(({ type, value = '', url = '' }) =>
		type === 'inlineCode' ? value : type === 'link' ? url : [],
	);
	expect(listed.sort()).toEqual([...all].sort());
});

/** What is the same in every language: links, as seen from the project's folder, pictures, and what stands in code marks. */
const sameIn = ({ content }: Section, folder: string): string[] =>
	content.flatMap(marksIn).flatMap(({ type, url, value = '' }) => {
		if (type === 'inlineCode') return value;
		// Headings of the page itself have names of their own.
		if (url === undefined || url.startsWith('#')) return [];
		return url.includes('://') ? url : posix.join(folder, url);
	});

test('the Persian README has the same sections, with the same links, pictures and commands', () => {
	const ours = readme.sections.filter(({ title }) => title !== '');
	const theirs = readPage('docs/README.fa.md').sections.filter(({ title }) => title !== '');
	const all = ours.map((section) => sameIn(section, '.').sort());
	// Beside the picture each names the other.
	all[0] = all[0]?.map((one) => (one === 'docs/README.fa.md' ? 'README.md' : one)).sort() ?? [];
	expect(theirs.map((section) => sameIn(section, 'docs').sort())).toEqual(all);
	for (const { title } of theirs.slice(1)) expect(title).toMatch(/[\u0600-\u06ff]/);
});

test('the README can be read over a coffee, and all pages with all they show in an evening', () => {
	const pages = ['README.md', ...docsFiles().filter((path) => path !== 'docs/README.fa.md')];
	const [own = 0, ...others] = pages.map(
		(path) => readFileSync(path, 'utf8').match(/\S*\w\S*/g)?.length ?? 0,
	);
	expect(own).toBeLessThanOrEqual(1500);
	expect(others.reduce((sum, words) => sum + words, own)).toBeLessThanOrEqual(20_000);
});

test('the glossary has thirty words at most; no shipped file has the name of another, or is a drawer', () => {
	const words = sectionOf(readPage('CONTRIBUTING.md'), 'Words');
	const { length } = rowsOf(words, 'Word', 'What it means here');
	const names = globSync('{nodes,credentials}/**/*.ts').map((file) => basename(file));
	const own = names.filter((name) => name !== 'index.ts');
	const wrong = own.filter((name, at) => own.indexOf(name) < at || /^(util|helper|lib)/.test(name));
	expect([length > 10, length <= 30, own.length > 50, wrong]).toEqual([true, true, true, []]);
});
