import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { testedVersion } from '../../../host/install.ts';
import { exampleWorkflows } from '../../../host/workflows.ts';
import type { Result } from '../../../nodes/SmsVoiceGateway/row/result.ts';
import {
	marksIn,
	readPage,
	rowsOf,
	sectionOf,
	type Mark,
	type Page,
	type Section,
} from './markdown.ts';
import { docsFiles, OPERATION_PAGES } from './pages.ts';

/** The compiler refuses one that the node lacks, and a lack of one that it has. */
const OUTCOMES = Object.keys({
	accepted: true,
	rejected: true,
	unknown: true,
	notSent: true,
	duplicate: true,
	dryRun: true,
} satisfies Record<Result['outcome'], true>);

const readme = readPage('README.md');
const text = readFileSync('README.md', 'utf8');

/** What stands in code marks in a column of a table. */
const codesIn = (mark: Mark | undefined): string[] =>
	mark === undefined
		? []
		: marksIn(mark).flatMap(({ type, value = '' }) => (type === 'inlineCode' ? value : []));

test('the README can be read over a coffee: at most 1,450 words', () => {
	expect(text.split(/\s+/).filter((word) => word !== '').length).toBeLessThanOrEqual(1450);
});

test('the README names the version of n8n that is tested', () => {
	const named = [...text.matchAll(/\*\*n8n (\d+\.\d+\.\d+)\*\*/g)].map(([, version]) => version);
	expect(named).toEqual([testedVersion()]);
});

test('the README lists every operation, with a link to its page', () => {
	const rows = rowsOf(sectionOf(readme, 'Operations'), 'Resource', 'Operation', 'What it does');
	const links = rows.flatMap(({ Operation }) =>
		marksIn(Operation as Mark).flatMap(({ type, url }) => (type === 'link' ? url : [])),
	);
	expect(links).toEqual(Object.keys(OPERATION_PAGES).map((page) => `docs/operations/${page}`));
});

test('the documentation lists every example workflow', () => {
	const rows = rowsOf(sectionOf(readPage('docs/README.md'), 'Recipes'), 'File', 'Recipe');
	const listed = rows.flatMap(({ File }) => codesIn(File));
	expect(listed.sort()).toEqual([...exampleWorkflows().keys()].sort());
});

test('the README says of every outcome whether it was sent', () => {
	const rows = rowsOf(sectionOf(readme, 'Was it sent?'), 'outcome', 'Was it sent?', 'What to do');
	expect(rows.flatMap(({ outcome }) => codesIn(outcome)).sort()).toEqual([...OUTCOMES].sort());
});

test('every outcome is explained', () => {
	const page = readPage('docs/topics/sending-and-retrying.md');
	const rows = rowsOf(
		sectionOf(page, 'Outcomes'),
		'Outcome',
		'When',
		'Does Retry On Fail send it again?',
	);
	expect(rows.flatMap(({ Outcome }) => codesIn(Outcome))).toEqual(OUTCOMES);
});

/** What is the same in every language: links, as seen from the project's folder, pictures, and what stands in code marks. */
const sameIn = ({ content }: Section, folder = '.'): string[] =>
	content
		.flatMap(marksIn)
		.flatMap(({ type, url, value = '' }) => {
			if (type === 'inlineCode') return [value];
			// Headings of the page itself have names of their own.
			if (url === undefined || url.startsWith('#')) return [];
			return [url.includes('://') ? url : posix.join(folder, url)];
		})
		.sort();

test('the Persian README has the same sections, with the same links, pictures and commands', () => {
	const persian = readPage('docs/README.fa.md');
	const sectionsOf = ({ sections }: Page) => sections.filter(({ title }) => title !== '');
	const [ours, theirs] = [sectionsOf(readme), sectionsOf(persian)];
	// Beside the picture each names the other.
	const links = (sections: Section[], folder?: string) =>
		sections.map((section) =>
			sameIn(section, folder).filter((one) => !/^(docs\/)?README(\.fa)?\.md$/.test(one)),
		);
	expect(links(theirs, 'docs')).toEqual(links(ours));
	expect(sameIn(ours[0] as Section)).toContain('docs/README.fa.md');
	expect(sameIn(theirs[0] as Section, 'docs')).toContain('README.md');
	for (const { title } of theirs.slice(1)) expect(title).toMatch(/[\u0600-\u06ff]/);
});

test('all pages together can be read in an evening: at most 18,000 words with all they show', () => {
	const pages = ['README.md', ...docsFiles().filter((path) => path !== 'docs/README.fa.md')];
	const words = pages.flatMap((path) =>
		readFileSync(path, 'utf8')
			.split(/\s+/)
			.filter((word) => /\w/.test(word)),
	);
	expect(words.length).toBeLessThanOrEqual(18_000);
	expect(words.length).toBeGreaterThan(10_000);
});
