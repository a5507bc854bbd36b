import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Locator, Page, PageScreenshotOptions } from 'playwright-core';

/** Of n8n's editor: notes that pass by and a blinking cursor would make each picture another one; neighbouring nodes stick in from the side. */
const STILL =
	'.el-notification, [data-test-id=floating-node], .cm-cursorLayer { visibility: hidden !important; }';

type Box = NonNullable<PageScreenshotOptions['clip']>;

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
 * Takes a picture for the README too, of the whole page or of what encloses some elements. The one in `docs/images/` is replaced only
 * with UPDATE_SCREENSHOTS=1, or where it is missing: a run must not change what is committed.
 */
export async function picture(
	page: Page,
	name: string,
	parts: Locator | Locator[] = [],
	style?: string,
): Promise<void> {
	const boxes = await Promise.all([parts].flat().map((part) => part.boundingBox()));
	const seen = boxes.filter((box) => box !== null);
	if (seen.length < boxes.length) throw new Error(`${name}: there is nothing to take a picture of`);
	const path = await look(page, name, seen.length === 0 ? undefined : around(seen), style);
	const kept = resolve('docs/images', `${name}.png`);
	if (existsSync(kept) && process.env.UPDATE_SCREENSHOTS !== '1') return;
	await mkdir(dirname(kept), { recursive: true });
	await copyFile(path, kept);
}

/** The smallest box that encloses some boxes. */
function around(boxes: Box[]): Box {
	const x = Math.min(...boxes.map((box) => box.x));
	const y = Math.min(...boxes.map((box) => box.y));
	const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
	const height = Math.max(...boxes.map((box) => box.y + box.height)) - y;
	return { x, y, width, height };
}
