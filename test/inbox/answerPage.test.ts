import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import { openBrowser } from '../../host/browser.ts';
import {
	donePage,
	HEADERS,
	noticePage,
	questionPage,
	type Sender,
} from '../../nodes/SmsVoiceGateway/reply/page.ts';
import type { Asked } from '../../nodes/SmsVoiceGateway/reply/asked.ts';
import { wordsFor } from '../../nodes/SmsVoiceGateway/reply/words.ts';
import { look, picture } from '../pictures.ts';
import { say } from './opened.ts';

/** As small as phones are that still open pages. */
const SMALL = { width: 320, height: 480 };
const PHONE = { width: 390, height: 560 };

const english: Asked = {
	number: 1,
	message: 'shop-1 has been down for five minutes. Who takes it?',
	buttons: ['I take it', 'Not now'],
	at: '',
};
const persian: Asked = {
	...english,
	message: '🔴 سرور shop-1 از دسترس خارج شد. چه کسی آن را برعهده می‌گیرد؟',
	buttons: ['برعهده می‌گیرم', 'اکنون نه'],
};
const text: Asked = { number: 1, message: 'When will it be up again?', at: '' };

const senderOf = (asked: Asked, language = 'en'): Sender => ({
	workflow: 'SMS and call: until somebody takes it',
	words: wordsFor(language),
	asked,
});

let browser: Browser;
let shown = '';
const forms: string[] = [];

/** What n8n's server does with the pages, which are what is looked at here. */
const server = createServer((request, response) => {
	let body = '';
	request.on('data', (piece: Buffer) => (body += piece.toString()));
	request.on('end', () => {
		if (request.method === 'POST') forms.push(body);
		for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
		response.end(shown);
	});
});

beforeAll(async () => {
	browser = await openBrowser(say);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
	await (browser as Browser | undefined)?.close();
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
});

const address = () =>
	`http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook-waiting/1/ask1?signature=0`;

/** Opens a page, and closes it when what is to be seen was seen: nothing else may have been loaded or refused. */
async function onPage(
	html: string,
	see: (page: Page) => Promise<void>,
	options: BrowserContextOptions = {},
): Promise<void> {
	shown = html;
	const context = await browser.newContext({
		viewport: PHONE,
		javaScriptEnabled: false,
		...options,
	});
	const page = await context.newPage();
	page.setDefaultTimeout(60_000);
	const troubles: string[] = [];
	page.on('console', (message) => troubles.push(message.text()));
	page.on('pageerror', (error) => troubles.push(String(error)));
	page.on('request', (request) => {
		if (request.url() !== address()) troubles.push(request.url());
	});
	await page.goto(address());
	await see(page);
	await context.close();
	expect(troubles).toEqual([]);
}

/** Does what sends an answer, and waits until the page that follows it was loaded: a key returns before the request leaves. */
async function answering(page: Page, act: () => Promise<void>): Promise<void> {
	const answered = page.waitForResponse((response) => response.request().method() === 'POST');
	await act();
	await (await answered).finished();
	await page.waitForLoadState();
}

/** The contrast of an element's text to what is behind it (WCAG 2.2, relative luminance). */
const contrastOf = (page: Page, selector: string): Promise<number> =>
	page
		.locator(selector)
		.first()
		.evaluate((element) => {
			const rgb = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
			const luminance = (colour: string) => {
				const [r = 0, g = 0, b = 0] = rgb(colour)
					.slice(0, 3)
					.map((part) => part / 255)
					.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
				return 0.2126 * r + 0.7152 * g + 0.0722 * b;
			};
			let behind: Element | null = element;
			while (behind && rgb(getComputedStyle(behind).backgroundColor)[3] === 0)
				behind = behind.parentElement;
			const colours = [
				luminance(getComputedStyle(element).color),
				luminance(getComputedStyle(behind ?? document.body).backgroundColor),
			].sort((a, b) => b - a);
			return ((colours[0] ?? 0) + 0.05) / ((colours[1] ?? 0) + 0.05);
		});

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
	test('everything can be read, also on a small phone', async () => {
		for (const [name, html] of [
			['two buttons', questionPage(english, senderOf(english))],
			['text', questionPage(text, senderOf(text), wordsFor('en').empty)],
			['done', donePage('I take it', senderOf(english))],
			['over', noticePage(wordsFor('en').over, senderOf(english))],
			['Persian', questionPage(persian, senderOf(persian, 'fa'))],
		] as const) {
			await onPage(
				html,
				async (page) => {
					const wide = await page.evaluate(() => document.documentElement.scrollWidth);
					expect([name, wide]).toEqual([name, SMALL.width]);
					for (const part of await page.locator('h1, p, label, button').all()) {
						const selector = await part.evaluate((one) => one.tagName.toLowerCase());
						expect(await contrastOf(page, selector)).toBeGreaterThan(4.5);
					}
					for (const button of await page.getByRole('button').all()) {
						expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(48);
					}
					await look(page, `answer-page/${colorScheme}, ${name}`, undefined, '');
				},
				{ colorScheme, viewport: SMALL, javaScriptEnabled: true },
			);
		}
	});

	test('has a picture', async () => {
		const html = questionPage(english, senderOf(english));
		const name = colorScheme === 'light' ? 'answer-page' : 'answer-page-dark';
		const see = async (page: Page) => void (await picture(page, name, undefined, ''));
		await onPage(html, see, { colorScheme, viewport: { width: 390, height: 330 } });
	});
});

describe('without JavaScript', () => {
	test('a button sends its answer, and nothing else does', async () => {
		forms.length = 0;
		await onPage(questionPage(english, senderOf(english)), async (page) => {
			expect(forms).toEqual([]);
			await answering(page, () => page.getByRole('button', { name: 'Not now' }).click());
			await page.getByRole('button', { name: 'I take it' }).focus();
			await answering(page, () => page.keyboard.press('Enter'));
		});
		expect(forms).toEqual(['answer=decline', 'answer=approve']);
	});

	test('a text is sent as it was typed', async () => {
		forms.length = 0;
		await onPage(questionPage(text, senderOf(text), undefined, '<b>before</b>'), async (page) => {
			const field = page.getByRole('textbox', { name: 'Your answer' });
			expect(await field.inputValue()).toBe('<b>before</b>');
			await field.fill('فردا\n& <i>soon</i> 👋');
			await answering(page, () => page.getByRole('button', { name: 'Send' }).click());
		});
		expect(forms.map((form) => Object.fromEntries(new URLSearchParams(form)))).toEqual([
			{ text: 'فردا\r\n& <i>soon</i> 👋', answer: 'text' },
		]);
	});

	test('an empty text is held back by the browser', async () => {
		forms.length = 0;
		await onPage(questionPage(text, senderOf(text)), async (page) => {
			await page.getByRole('button', { name: 'Send' }).click();
			expect(await page.locator('textarea:invalid').count()).toBe(1);
		});
		expect(forms).toEqual([]);
	});
});

describe('a screen reader', () => {
	test('finds who asks, what is asked, and how to answer, in this order', async () => {
		await onPage(questionPage(english, senderOf(english)), async (page) => {
			expect(await page.locator('main').ariaSnapshot()).toBe(
				[
					'- main:',
					`  - 'heading "SMS and call: until somebody takes it" [level=1]'`,
					'  - paragraph: shop-1 has been down for five minutes. Who takes it?',
					'  - button "I take it"',
					'  - button "Not now"',
				].join('\n'),
			);
		});
	});

	test('is told of the end, and why an answer was none', async () => {
		await onPage(donePage('I take it', senderOf(english)), async (page) => {
			const said = await page.getByRole('status').innerText();
			expect(said).toMatch(/^I take it\s+Your answer has arrived\. You can close this page\.$/);
		});
		await onPage(questionPage(text, senderOf(text), 'Please write'), async (page) => {
			expect(await page.getByRole('alert').innerText()).toBe('Please write');
		});
	});
});

test('a Persian text is read from the right, and so are its buttons', async () => {
	await onPage(
		questionPage(persian, senderOf(persian, 'fa')),
		async (page) => {
			for (const part of ['body', '#asked', 'button']) {
				const direction = await page
					.locator(part)
					.first()
					.evaluate((one) => getComputedStyle(one).direction);
				expect([part, direction]).toEqual([part, 'rtl']);
			}
		},
		{ javaScriptEnabled: true },
	);
});
