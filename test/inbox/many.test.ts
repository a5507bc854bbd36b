import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ask, openStage, say, text, type Opened, type Stage } from './opened.ts';

const PHONES = 50_000;
const BUSY = '09121234567';
const IN_ONE_REQUEST = 1000;
/** Far fewer than a screen of a long list could hold by accident, and more than are in sight. */
const MOST_ROWS = 60;

let stage: Stage;
let opened: Opened;
let page: Page;

/** Half of the messages go to as many phones, the other half to one. */
const messageOf = (number: number) => ({
	source: '3000',
	destination: number < PHONES ? String(9_350_000_000 + number) : BUSY,
	message: `No. ${number}`,
	send_to_blacklist: 0,
});

beforeAll(async () => {
	stage = await openStage({ credit: 1e9 });
	for (let first = 0; first < 2 * PHONES; first += IN_ONE_REQUEST) {
		const data = Array.from({ length: IN_ONE_REQUEST }, (_, i) => messageOf(first + i));
		await ask(stage.sandbox, 'bulk', { data });
	}
	expect(stage.sandbox.messages()).toHaveLength(2 * PHONES);
});

afterAll(async () => {
	await (stage as Stage | undefined)?.close();
});

/** Does something and says how long it took: told, not judged, as machines differ. */
async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
	const begun = performance.now();
	await work();
	say(`inbox, 100,000 messages: ${what} in ${Math.round(performance.now() - begun)} ms`);
}

const scroll = (list: string, share: number) =>
	page.locator(list).evaluate((box, part) => {
		box.scrollTop = part * (box.scrollHeight - box.clientHeight);
	}, share);

/** Waits until what is in sight has come, and gives the places of the rows that have an element. */
async function rowsIn(list: string, row: string, waiting: string): Promise<number[]> {
	await page.waitForFunction(
		([box, one, empty]) => {
			const area = document.querySelector(box ?? '')?.getBoundingClientRect();
			if (!area) return false;
			const rows = [...document.querySelectorAll(`${box} ${one}`)].filter((element) => {
				const { top, bottom } = element.getBoundingClientRect();
				return bottom > area.top && top < area.bottom;
			});
			return (
				rows.length > 3 &&
				rows.every(
					(element) => !element.matches(empty ?? '') && !element.querySelector(empty ?? ''),
				)
			);
		},
		[list, row, waiting] as const,
	);
	return await page
		.locator(`${list} ${row}`)
		.evaluateAll((rows) => rows.map((element) => Number(element.getAttribute('aria-posinset'))));
}

test('the list of phones opens and scrolls with few elements', async () => {
	await timed('the page opens', async () => {
		opened = await stage.open();
		page = opened.page;
		await page.locator('#recipients .row').filter({ hasText: '0912 123 4567' }).waitFor();
	});
	const phones = () => rowsIn('#recipients', '.row', '.row-waiting');
	for (const [share, from, to] of [
		[0, 1, 200],
		[0.5, 24_000, 26_000],
		[1, PHONES - 100, PHONES + 1],
		[0.1, 4_500, 5_500],
	] as const) {
		await timed(`scrolled to ${share * 100} % of the phones`, async () => {
			await scroll('#recipients', share);
			const places = await phones();
			expect(places.length).toBeLessThan(MOST_ROWS);
			expect(Math.min(...places)).toBeGreaterThanOrEqual(from);
			expect(Math.max(...places)).toBeLessThanOrEqual(to);
		});
	}
	const setSize = await page.locator('#recipients .row').first().getAttribute('aria-setsize');
	expect(Number(setSize)).toBe(PHONES + 1);
});

test('a thread of 50,000 messages opens at its end and scrolls with few elements', async () => {
	await scroll('#recipients', 0);
	await timed('the thread opens at its end', async () => {
		await page.locator('#recipients .row').filter({ hasText: '0912 123 4567' }).click();
		await page
			.getByRole('listitem')
			.getByText(`No. ${2 * PHONES - 1}`)
			.waitFor();
	});
	const messages = () => rowsIn('#messages', '.message', '.bubble-waiting');
	for (const [share, from, to] of [
		[0, 1, 60],
		[0.5, 20_000, 30_000],
		[1, PHONES - 60, PHONES],
	] as const) {
		await timed(`scrolled to ${share * 100} % of the thread`, async () => {
			await scroll('#messages', share);
			const places = await messages();
			expect(places.length).toBeLessThan(MOST_ROWS);
			expect(Math.min(...places)).toBeGreaterThanOrEqual(from);
			expect(Math.max(...places)).toBeLessThanOrEqual(to);
		});
	}
	await scroll('#messages', 0);
	await page.getByRole('listitem').getByText(`No. ${PHONES}`, { exact: true }).waitFor();
});

test('search and filter answer', async () => {
	await timed('a text is found', async () => {
		await page.getByLabel(/^Search/).fill('No. 4711');
		await page.waitForFunction(
			() => document.querySelector('.row')?.getAttribute('aria-setsize') === '11',
		);
	});
	await timed('a number is found', async () => {
		await page.getByLabel(/^Search/).fill('9350012345');
		await page.waitForFunction(
			() => document.querySelector('.row')?.getAttribute('aria-setsize') === '1',
		);
	});
	await page.getByLabel(/^Search/).fill('');
	await timed('all that were delivered are found', async () => {
		await page.getByLabel('Outcome').selectOption('delivered');
		await page.waitForFunction(
			(count) => document.querySelector('.row')?.getAttribute('aria-setsize') === count,
			String(PHONES + 1),
		);
	});
	await page.getByLabel('Outcome').selectOption('');
});

test('a new message appears as before', async () => {
	await timed('one more appears', async () => {
		await text(stage.sandbox, '09199999999', 'the newest');
		await page.locator('#recipients .row').filter({ hasText: 'the newest' }).waitFor();
	});
	await timed('the overview', async () => {
		await page.getByRole('link', { name: 'Overview' }).click();
		await page.getByRole('img', { name: /Accepted 100,001/ }).waitFor();
	});
	await timed('the requests', async () => {
		await page.getByRole('link', { name: 'Requests' }).click();
		await page.locator('.request').first().waitFor();
	});
	expect(opened.troubles).toEqual([]);
});
