import { createServer } from 'node:http';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser } from '../../host/browser.ts';
import {
	type Asked,
	donePage,
	HEADERS,
	noticePage,
	questionPage,
} from '../../nodes/SmsVoiceGateway/reply/page.ts';
import { wordsFor } from '../../nodes/SmsVoiceGateway/reply/words.ts';
import { picture } from '../pictures.ts';
import { served } from '../served.ts';
import { expectReadable, say, troublesOf } from './opened.ts';

const message = 'shop-1 has been down for five minutes. Who takes it?';
const english: Asked = { number: 1, message, buttons: ['I take it', 'Not now'], at: '' };
const persian: Asked = {
	...english,
	message: '🔴 سرور shop-1 از دسترس خارج شد.',
	buttons: ['بله', 'نه'],
};
const text: Asked = { number: 1, message: 'When will it be up again?', at: '' };

/** As much as stands in a title, and on a button, without a place to break it. */
const unbroken: Asked = { ...english, title: 'x'.repeat(200), buttons: ['y'.repeat(60), 'No'] };

const senderOf = (asked: Asked, language = 'en') => ({
	title: asked.title ?? 'SMS and call: until somebody takes it',
	words: wordsFor(language),
	asked,
});

let browser: Browser;
let shownAt: Awaited<ReturnType<typeof served>>;
let shown = '';
let forms: string[] = [];

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
	shownAt = await served(server);
});

afterAll(async () => {
	await (browser as Browser | undefined)?.close();
	await (shownAt as typeof shownAt | undefined)?.close();
});

/** Opens a page without JavaScript, and closes it when what is to be seen was seen: nothing else may have been loaded or refused. */
async function onPage(
	html: string,
	see: (page: Page) => Promise<unknown>,
	options: BrowserContextOptions = {},
): Promise<void> {
	[shown, forms] = [html, []];
	const viewport = { width: 390, height: 330 };
	const context = await browser.newContext({ viewport, javaScriptEnabled: false, ...options });
	const page = await context.newPage();
	const address = `${shownAt.url}/webhook-waiting/1/ask1?signature=0`;
	const troubles = troublesOf(page, address);
	await page.goto(address);
	await see(page);
	await context.close();
	expect(troubles).toEqual([]);
}

/** Until an answer has arrived: a key returns before the request leaves. */
async function answered(page: Page, act: Promise<void>): Promise<void> {
	await Promise.all([page.waitForResponse((one) => one.request().method() === 'POST'), act]);
	await page.waitForLoadState();
}

const PAGES = [
	questionPage(english, senderOf(english)),
	questionPage(text, senderOf(text), wordsFor('en').empty),
	donePage('I take it', senderOf(english)),
	noticePage(wordsFor('en').over, senderOf(english)),
	questionPage(persian, senderOf(persian, 'fa')),
	questionPage(unbroken, senderOf(unbroken)),
];

test.each(['light', 'dark'] as const)('everything can be read, in %s', async (colorScheme) => {
	// As small as phones are that still open pages.
	const viewport = { width: 320, height: 480 };
	const options = { colorScheme, viewport, javaScriptEnabled: true };
	for (const html of PAGES) await onPage(html, expectReadable, options);
	const name = colorScheme === 'light' ? 'answer-page' : 'answer-page-dark';
	await onPage(PAGES[0] ?? '', (page) => picture(page, name, undefined, ''), { colorScheme });
});

test('a button sends its answer without JavaScript, and nothing else does', async () => {
	await onPage(questionPage(english, senderOf(english)), async (page) => {
		expect(forms).toEqual([]);
		await answered(page, page.getByRole('button', { name: 'Not now' }).click());
		await page.getByRole('button', { name: 'I take it' }).focus();
		await answered(page, page.keyboard.press('Enter'));
		expect(forms).toEqual(['answer=decline', 'answer=approve']);
	});
});

test('a text is sent as it was typed, and an empty one is held back', async () => {
	await onPage(questionPage(text, senderOf(text), undefined, '<b>before</b>'), async (page) => {
		const field = page.getByRole('textbox', { name: 'Your answer' });
		expect(await field.inputValue()).toBe('<b>before</b>');
		await field.fill('');
		await page.getByRole('button', { name: 'Send' }).click();
		expect([await page.locator('textarea:invalid').count(), forms]).toEqual([1, []]);
		await field.fill('فردا\n& <i>soon</i> 👋');
		await answered(page, page.getByRole('button', { name: 'Send' }).click());
		const [form] = forms.map((one) => Object.fromEntries(new URLSearchParams(one)));
		expect(form).toEqual({ text: 'فردا\r\n& <i>soon</i> 👋', answer: 'text' });
	});
});
