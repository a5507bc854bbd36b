import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { readPage, rowsOf, sectionOf, textOf, type Mark } from '../docs/markdown.ts';
import { OPERATION_PAGES } from '../docs/pages.ts';

interface Form {
	body: Array<{
		id?: string;
		attributes: { options?: string[] };
		validations?: { required?: boolean };
	}>;
}

const { body } = parse(readFileSync('.github/ISSUE_TEMPLATE/bug.yml', 'utf8')) as Form;

const asked = (id: string) => {
	const field = body.find((one) => one.id === id);
	expect([id, field?.validations?.required]).toEqual([id, true]);
	return field?.attributes.options ?? [];
};

test('who reports a bug is asked for the operation, the outcome and the version of n8n', () => {
	const titles = Object.keys(OPERATION_PAGES).map(
		(name) => readPage(join('docs/operations', name)).sections[1]?.title,
	);
	expect(asked('operation')).toEqual(expect.arrayContaining(titles));
	const outcomes = rowsOf(
		sectionOf(readPage('docs/topics/sending-and-retrying.md'), 'Outcomes'),
		'Outcome',
		'Was it sent?',
		'What to do',
		'Does Retry On Fail send it again?',
	).map(({ Outcome }) => textOf(Outcome as Mark));
	expect(outcomes).toHaveLength(6);
	expect(asked('outcome')).toEqual(expect.arrayContaining(outcomes));
	asked('n8n');
});
