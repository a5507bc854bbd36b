import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Locator, Page, PageScreenshotOptions } from 'playwright-core';

/** Of n8n's editor: notes that pass by and a blinking cursor would make each picture another one; neighbouring nodes stick in from the side. */
const STILL =
	'.el-notification, [data-test-id=floating-node], .cm-cursorLayer { visibility: hidden !important; }';

/** Around several parts of a page. */
const MARGIN = 12;

type Box = NonNullable<PageScreenshotOptions['clip']>;

/** Whether pictures are taken: `npm test` has nobody who looks at them. */
export const TAKES_PICTURES = process.env.PICTURES !== '0';

/** Takes a picture for whoever looks through a run, into `test-results/pictures/`. */
export async function look(
	page: Page,
	name: string,
	clip?: PageScreenshotOptions['clip'],
	style = STILL,
): Promise<void> {
	if (TAKES_PICTURES) await take(page, name, clip, style);
}

/** Takes a picture, and gives its file. */
async function take(
	page: Page,
	name: string,
	clip: PageScreenshotOptions['clip'],
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
 * Takes a picture for the README too, of the whole page, of one element, or of what encloses several. The one in `docs/images/` is replaced only
 * with UPDATE_SCREENSHOTS=1, or where it is missing: a run must not change what is committed. `beside`: parts that are as high or low, but not in it. Gives how wide it is.
 */
export async function picture(
	page: Page,
	name: string,
	part?: Locator | Locator[],
	style?: string,
	beside: Locator[] = [],
): Promise<number> {
	const boxesOf = async (parts: Locator[]): Promise<Box[]> => {
		const boxes = await Promise.all(parts.map((one) => one.boundingBox()));
		const seen = boxes.filter((box) => box !== null);
		if (seen.length === boxes.length) return seen;
		throw new Error(`${name}: there is nothing to take a picture of`);
	};
	const seen = await boxesOf(part === undefined ? [] : [part].flat());
	const clip = Array.isArray(part) ? around(seen, await boxesOf(beside)) : seen[0];
	const kept = resolve('docs/images', `${name}.png`);
	if (!existsSync(kept) || process.env.UPDATE_SCREENSHOTS === '1') {
		await mkdir(dirname(kept), { recursive: true });
		await copyFile(await take(page, name, clip, style), kept);
	} else await look(page, name, clip, style);
	return clip?.width ?? page.viewportSize()?.width ?? 0;
}

/** The same parts of n8n's editor in both themes, which follow the system's. */
export async function bothThemes(
	page: Page,
	name: string,
	part: Locator | Locator[],
): Promise<void> {
	await picture(page, name, part);
	if (!TAKES_PICTURES) return;
	await page.emulateMedia({ colorScheme: 'dark' });
	await picture(page, `${name}-dark`, part);
	await page.emulateMedia({ colorScheme: 'light' });
}

/** The box that encloses some boxes, with a margin, and as high as with those beside it. */
function around(boxes: Box[], beside: Box[]): Box {
	const all = [...boxes, ...beside];
	const x = Math.min(...boxes.map((box) => box.x)) - MARGIN;
	const y = Math.min(...all.map((box) => box.y)) - MARGIN;
	const width = Math.max(...boxes.map((box) => box.x + box.width)) + MARGIN - x;
	const height = Math.max(...all.map((box) => box.y + box.height)) + MARGIN - y;
	return { x, y, width, height };
}
