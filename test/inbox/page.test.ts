import { startSandbox } from '../../sandbox/index.ts';
import { openBrowser } from '../../host/browser.ts';
import { picture, TAKES_PICTURES } from '../pictures.ts';
import { ask, expectReadable, openStage, say, stageFor, type Stage } from './opened.ts';
import { SARA, fillWithADay } from './scene.ts';

let stage: Stage;
beforeAll(async () => (stage = await openStage()));
afterAll(() => (stage as Stage | undefined)?.close());

const THREAD = `#/${SARA}`;
const send = (destination: string, message: string) =>
	ask(stage.sandbox, 'send', { source: '3000', destination, message });

describe.each([1280, 390])('%i pixels wide', (width) => {
	test.each(['light', 'dark'] as const)('everything can be read, in %s', async (colorScheme) => {
		stage.sandbox.reset();
		const { page, troubles, close } = await stage.open('', {
			colorScheme,
			viewport: { width, height: 844 },
		});
		await page.getByText('No messages yet').waitFor();
		await expectReadable(page);
		await fillWithADay(stage.sandbox);
		await page.getByRole('list', { name: 'Phones' }).getByText('0912 123 4567').click();
		await page.getByText('Until Friday').last().waitFor();
		await expectReadable(page);
		await page.getByRole('button', { name: 'Show the request' }).last().click();
		await page.getByText('"password": "***"').waitFor();
		await page.getByText('Struck 1 time').first().waitFor();
		await expectReadable(page);
		expect(troubles).toEqual([]);
		await close();
	});
});

test('what comes in shows up by itself, as text and never as markup', async () => {
	stage.sandbox.reset();
	await send('0912', 'before');
	const { page, troubles, close } = await stage.open();
	await page.getByText('before').waitFor();
	await send('0913', '<img src=x onerror=alert(1)> https://example.com/a, javascript:alert(1)');
	await page.getByRole('link', { name: '0913' }).click();
	const link = page.getByRole('link', { name: 'https://example.com/a', exact: true });
	expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
	expect(await page.locator('.bubble').innerText()).toContain('<img src=x onerror=alert(1)>');
	expect([await page.locator('.bubble a, .bubble img').count(), troubles]).toEqual([1, []]);
	await close();
});

test('faults and delivery are set, strike, and are taken back', async () => {
	stage.sandbox.reset();
	await send(SARA, 'first');
	const { page, troubles, close } = await stage.open(THREAD);
	await page.getByLabel('What goes wrong').selectOption('No credit (1006)');
	await page.locator('[name=whom]').selectOption('0912 123 4567');
	await page.getByLabel('How often').selectOption('the next time');
	await page.getByRole('button', { name: 'Switch on' }).click();
	await page.getByText('Has not struck yet').waitFor();
	await send(SARA, 'second');
	await page.getByText('credit is not enough (code 1006)').first().waitFor();
	// It is used up, and goes by itself.
	await page.getByRole('button', { name: 'Switch off' }).waitFor({ state: 'detached' });
	await page.getByLabel('How often').selectOption('every time');
	await page.getByRole('button', { name: 'Switch on' }).click();
	await page.getByRole('button', { name: '1 lasting fault' }).waitFor();
	await page.getByRole('button', { name: 'Switch off' }).click();
	await page.getByRole('button', { name: '1 lasting fault' }).waitFor({ state: 'detached' });
	await page.getByLabel('Delivery to this phone').selectOption('No report');
	await page.locator('.foot').getByText('No report').waitFor();
	expect(stage.sandbox.faults()).toEqual([]);
	expect(stage.sandbox.delivery().unreported).toEqual([SARA]);
	page.once('dialog', (dialog) => void dialog.accept());
	await page.getByRole('button', { name: 'Clear' }).click();
	await page.getByText('No messages yet').waitFor();
	expect(troubles).toEqual([]);
	await close();
});

if (TAKES_PICTURES)
	test.each([
		['inbox-thread-light', 'light', 1280, 900, 'a day'],
		['inbox-thread-dark', 'dark', 1280, 900, 'a day'],
		['text-with-link', 'light', 390, 500, 'a link'],
		['text-with-link-dark', 'dark', 390, 500, 'a link'],
	] as const)('the picture %s', async (name, colorScheme, width, height, what) => {
		const fresh = stageFor(await startSandbox(), await openBrowser(say));
		// Of the length that n8n's links have: see docs/operations/send-and-wait.md.
		const link = `https://n8n.example.com/webhook-waiting/4711/ask1?signature=${'3693e027644e322c'.repeat(4)}`;
		const message = `shop-1 has been down for five minutes. Who takes it?\n${link}`;
		if (what === 'a day') await fillWithADay(fresh.sandbox);
		else await ask(fresh.sandbox, 'send', { source: '30001234', destination: SARA, message });
		const { page } = await fresh.open(THREAD, { colorScheme, viewport: { width, height } });
		await page.locator('.item').last().waitFor();
		await picture(page, name, undefined, '');
		await fresh.close();
	});
