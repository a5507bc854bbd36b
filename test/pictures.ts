import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Locator, Page, PageScreenshotOptions } from 'playwright-core';

/** Of n8n's editor: notes that pass by and a blinking cursor would make each picture another one; neighbouring nodes stick in from the side. */
const STILL =
	'.el-notification, [data-test-id=floating-node], .cm-cursorLayer { visibility: hidden !important; }';

/** Takes a picture for whoever looks through a run, into `test-results/pictures/`, and gives its file. */
export async function look(
	page: Page,
	name: string,
	clip?: PageScreenshotOptions['clip'],
	style = STILL,
): Promise<string> {
	const path = resolve('test-results/pictures', `${name}.png`);
	await mkdir(dirname(path), { recursive: true });
	await page.screenshot({
		path,
		animations: 'disabled',
		caret: 'hide',
		// An empty one too would break a policy that allows no inline style.
		...(style === '' ? {} : { style }),
		...(clip === undefined ? {} : { clip }),
	});
	return path;
}

/**
 * Takes a picture for the README too, of the whole page or of one element. The one in `docs/images/` is replaced only
 * with UPDATE_SCREENSHOTS=1, or where it is missing: a run must not change what is committed.
 */
export async function picture(
	page: Page,
	name: string,
	part?: Locator,
	style?: string,
): Promise<void> {
	const box = part === undefined ? undefined : await part.boundingBox();
	if (box === null) throw new Error(`${name}: there is nothing to take a picture of`);
	const path = await look(page, name, box, style);
	const kept = resolve('docs/images', `${name}.png`);
	if (existsSync(kept) && process.env.UPDATE_SCREENSHOTS !== '1') return;
	await mkdir(dirname(kept), { recursive: true });
	await copyFile(path, kept);
}
