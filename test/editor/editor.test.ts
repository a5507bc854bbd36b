import { afterAll, beforeAll, describe } from '@jest/globals';
import { paste } from './docs/paste.ts';
import { openEditor, type Editor, type Subject } from './editor.ts';
import { fields } from './fields.ts';
import { inbox } from './inbox.ts';
import { recipes } from './recipes.ts';
import { run } from './run.ts';
import { sheet } from './sheet.ts';

const subjects: Record<string, Subject> = {
	fields,
	'a run': run,
	'the spreadsheet': sheet,
	'a recipe': recipes,
	'the documentation': paste,
	'the inbox': inbox,
};

let editor: Editor;

beforeAll(async () => {
	editor = await openEditor(Object.values(subjects).flatMap(({ workflows }) => workflows));
});

afterAll(async () => {
	// Undefined where the beginning failed.
	await (editor as Editor | undefined)?.close();
});

describe.each(Object.entries(subjects))('%s', (_name, { tests }) => tests(() => editor));
