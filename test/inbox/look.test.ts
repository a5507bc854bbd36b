import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { startSandbox } from '../../sandbox/index.ts';
import { picture, TAKES_PICTURES } from '../pictures.ts';
import { openStage, stageFor, text, type Stage } from './opened.ts';
import { SARA, fillWithADay } from './scene.ts';

let stage: Stage;
let axe: string;

beforeAll(async () => {
	axe = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
	stage = await openStage();
	await fillWithADay(stage.sandbox);
});

afterAll(async () => {
	await (stage as Stage | undefined)?.close();
});

const THREAD = `#/to/${SARA}`;
const settled = (page: Page, words: string) => page.getByText(words).first().waitFor();

/** A thread opens at its end, with the last message whole. */
const atEnd = (page: Page) =>
	page.waitForFunction(() => {
		const box = document.querySelector('#messages');
		if (!box?.textContent?.includes('Until Friday')) return false;
		return box.scrollHeight - box.scrollTop - box.clientHeight < 2;
	});

/** Every view, with what shows that it is there. */
const VIEWS: Array<[name: string, hash: string, ready: (page: Page) => Promise<unknown>]> = [
	['the phones', '#/messages', (page) => page.locator('#recipients .row').nth(5).waitFor()],
	['a thread', THREAD, (page) => atEnd(page)],
	['the requests', '#/requests', (page) => page.locator('.request').nth(5).waitFor()],
	['the overview', '#/overview', (page) => page.locator('canvas').nth(2).waitFor()],
	['the faults', '#/faults', (page) => settled(page, 'destination refused')],
	[
		'a request',
		THREAD,
		async (page) => {
			await atEnd(page);
			await page.locator('.message button').last().click();
			await page.getByRole('dialog').getByText('Headers').waitFor();
		},
	],
	[
		'a search',
		'#/messages',
		async (page) => {
			await page.getByLabel(/^Search/).fill('example');
			await page.locator('#recipients .row[aria-setsize="3"]').first().waitFor();
			await page.locator('#recipients .row').filter({ hasText: 'parcel' }).click();
			await page.locator('mark').first().waitFor();
		},
	],
	[
		'nothing found',
		'#/messages',
		async (page) => {
			await page.getByLabel(/^Search/).fill('nothing of the kind');
			await settled(page, 'Nothing fits');
		},
	],
	[
		'the keys',
		'#/messages',
		async (page) => {
			await page.keyboard.press('?');
			await page.getByRole('dialog', { name: 'Keys' }).waitFor();
		},
	],
];

const PHONE = { width: 390, height: 844 };
const WAYS: Array<
	[name: string, options: BrowserContextOptions, schemes: Array<'light' | 'dark'>]
> = [
	['on a wide screen', {}, ['light', 'dark']],
	['at phone width', { viewport: PHONE }, ['light']],
];

interface Violation {
	id: string;
	help: string;
	nodes: Array<{ target: unknown; failureSummary?: string }>;
}

/** What axe-core finds against WCAG and its own best practices. Nothing may move meanwhile, or colours would be in between. */
async function violationsOf(page: Page): Promise<Violation[]> {
	await page.evaluate(axe);
	const found: unknown = await page.evaluate(
		'axe.run(document, { resultTypes: ["violations"] }).then(({ violations, passes }) => ({ violations, passes: passes.length }))',
	);
	const { violations, passes } = found as { violations: Violation[]; passes: number };
	// It has looked at something.
	expect(passes).toBeGreaterThan(10);
	return violations;
}

describe.each(WAYS)('%s', (_way, options, schemes) => {
	test.each(VIEWS)('%s: axe-core finds nothing', async (_name, hash, ready) => {
		const { page, troubles, close } = await stage.open(hash, {
			...options,
			reducedMotion: 'reduce',
		});
		await ready(page);
		const backgrounds = new Set<string>();
		for (const colorScheme of schemes) {
			await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
			backgrounds.add(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
			const found = (await violationsOf(page)).map(({ id, help, nodes }) => ({
				id,
				help,
				where: nodes
					.slice(0, 3)
					.map(({ target, failureSummary }) => `${String(target)} ${failureSummary}`),
			}));
			expect({ colorScheme, found }).toEqual({ colorScheme, found: [] });
		}
		expect(backgrounds.size).toBe(schemes.length);
		expect(troubles).toEqual([]);
		const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
		expect(sideways).toBeLessThanOrEqual(0);
		await close();
	});
});

test('an empty inbox, too', async () => {
	const empty = await openStage();
	for (const [, options, schemes] of WAYS) {
		const { page, close } = await empty.open('#/messages', { ...options, reducedMotion: 'reduce' });
		await settled(page, 'No messages yet');
		for (const colorScheme of schemes) {
			await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
			expect(await violationsOf(page)).toEqual([]);
		}
		await close();
	}
	await empty.close();
});

test('one pane at a time at phone width', async () => {
	const { page, close } = await stage.open('#/messages', { viewport: PHONE });
	const row = page.getByRole('option').filter({ hasText: '0912 123 4567' });
	await row.click();
	await page.getByRole('region', { name: 'Messages of this phone' }).waitFor();
	expect(await row.isVisible()).toBe(false);
	await page.getByRole('button', { name: 'Back to the phones' }).click();
	await row.waitFor();
	await close();
});

test('nothing moves for those who asked for that', async () => {
	const moving = async (reducedMotion: 'reduce' | 'no-preference') => {
		const { page, close } = await stage.open('#/messages', { reducedMotion });
		await text(stage.sandbox, SARA, `to ${reducedMotion}`);
		await page.locator('.glow').waitFor({ state: 'attached' });
		const count = await page.evaluate(() => document.getAnimations().length);
		await close();
		return count;
	};
	expect(await moving('no-preference')).toBeGreaterThan(0);
	expect(await moving('reduce')).toBe(0);
});

const PICTURES = [
	['inbox-thread-light', THREAD, 'light', 1280, 900],
	['inbox-thread-dark', THREAD, 'dark', 1280, 900],
	['inbox-faults', '#/faults', 'light', 1280, 1290],
	['inbox-overview', '#/overview', 'light', 1280, 880],
	['inbox-requests', '#/requests', 'light', 1280, 760],
	['inbox-phone-list', '#/messages', 'light', 390, 844],
	['inbox-phone-thread', THREAD, 'dark', 390, 844],
] as const;

// Of views that are looked at above.
if (TAKES_PICTURES)
	test.each(PICTURES)('the picture %s', async (name, hash, colorScheme, width, height) => {
		const fresh = stageFor(await startSandbox(), stage.browser);
		await fillWithADay(fresh.sandbox);
		const { page, troubles } = await fresh.open(hash, {
			colorScheme,
			viewport: { width, height },
			reducedMotion: 'reduce',
		});
		try {
			const view = VIEWS.find(([, place]) => place === hash);
			await view?.[2](page);
			// What has been read needs a moment to be known everywhere.
			await page.waitForFunction(
				(read) => !read || !document.querySelector('.row-open .badge'),
				hash === THREAD && width > 720,
			);
			await picture(page, name, undefined, '');
			expect(troubles).toEqual([]);
		} finally {
			// Left open, it would keep jest from ending.
			await page.context().close();
			await fresh.sandbox.close();
		}
	});

const TEXTS = [
	['text-with-link', 'light'],
	['text-with-link-dark', 'dark'],
] as const;

if (TAKES_PICTURES)
	test.each(TEXTS)('the picture %s', async (name, colorScheme) => {
		const fresh = stageFor(await startSandbox(), stage.browser);
		// Of the length that n8n's links have: see docs/operations/send-and-wait.md.
		const link = `https://n8n.example.com/webhook-waiting/4711/ask1?signature=${'3693e027644e322c'.repeat(4)}`;
		const message = `shop-1 has been down for five minutes. Who takes it?\n${link}`;
		await text(fresh.sandbox, SARA, message);
		const { page, troubles } = await fresh.open(THREAD, {
			colorScheme,
			viewport: { width: 390, height: 500 },
			reducedMotion: 'reduce',
		});
		try {
			await settled(page, 'Who takes it?');
			await picture(page, name, undefined, '');
			expect(troubles).toEqual([]);
		} finally {
			await page.context().close();
			await fresh.sandbox.close();
		}
	});
