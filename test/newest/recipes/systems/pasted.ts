import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { come } from '../../../e2e/n8n.ts';
import type { Running } from '../../../../host/process.ts';
import { blocksOf, marksIn, readPage, rowsOf, textOf } from '../../../unit/docs/markdown.ts';

/** A system that tells the recipe of what it sees. */
export interface System {
	/** A folder of its own. */
	folder: string;
	/** Where the recipe listens. */
	url: string;
	/** What the page has one paste for it: the code of its line, in order. */
	pasted: string[];
}
/** A running one, which is told what to see. */
export interface Seeing {
	see(what: string): Promise<void>;
	stop(): Promise<void>;
}
export type Open = (system: System) => Promise<Seeing>;

const page = readPage('docs/recipes/monitoring-alerts.md');

/** Writes the page's script, and gives what it has one paste for a system, with the address and key of a test. */
export async function systemOf(
	name: string,
	base: string,
	{ url, key }: { url: string; key: string },
): Promise<System> {
	const folder = join(base, name.replaceAll(' ', '-'));
	await mkdir(folder, { recursive: true });
	const script = join(folder, 'n8n-alert');
	const here = (text: string) =>
		text
			.replaceAll('https://n8n.example.com/webhook/monitoring', url)
			.replaceAll('…', key)
			.replaceAll('/usr/local/bin/n8n-alert', script);
	const [block = ''] = page.sections.flatMap((section) => blocksOf(section, 'bash'));
	await writeFile(script, here(block));
	await chmod(script, 0o755);
	const pasted = page.sections
		.flatMap((section) => rowsOf(section, 'System', 'What to enter there'))
		.filter(({ System }) => System && textOf(System) === name)
		.flatMap((row) => marksIn(row['What to enter there'] ?? { type: 'text' }))
		.flatMap(({ type, value = '' }) => (type === 'inlineCode' ? here(value) : []));
	return { folder, url, pasted };
}

/** Waits until one that was started is ready; says what it wrote where it has ended. */
export const ready = async (running: Running, isSo: () => Promise<boolean> | boolean) =>
	await come(() => {
		if (running.isRunning()) return isSo();
		throw new Error(running.output());
	});
