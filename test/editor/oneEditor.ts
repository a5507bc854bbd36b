import { afterAll, beforeAll, describe } from '@jest/globals';
import { openEditor, type Editor, type Subject } from './editor.ts';

/** Runs the tests of some subjects in one editor. */
export function inOneEditor(subjects: Record<string, Subject>): void {
	let editor: Editor;

	beforeAll(async () => {
		editor = await openEditor(Object.values(subjects).flatMap(({ workflows }) => workflows));
	});

	afterAll(async () => {
		// Undefined where the beginning failed.
		await (editor as Editor | undefined)?.close();
	});

	describe.each(Object.entries(subjects))('%s', (_name, { tests }) => tests(() => editor));
}
