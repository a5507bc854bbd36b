import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startSandbox } from '../../sandbox/index.ts';
import { ask, openStage, stageFor, text, type Opened, type Stage } from './opened.ts';
import { http } from '../../host/http.ts';

const SARA = '09121234567';
const OMID = '09351112233';

let stage: Stage;
let opened: Opened;
let page: Page;

beforeAll(async () => {
	stage = await openStage();
});

afterAll(async () => {
	await (stage as Stage | undefined)?.close();
});

beforeEach(async () => {
	stage.sandbox.reset();
	opened = await stage.open();
	page = opened.page;
});

afterEach(async () => {
	const { troubles } = opened;
	await opened.close();
	expect(troubles).toEqual([]);
	// Only what the tests asked of the service may be there.
	expect(stage.sandbox.requests().filter(({ method }) => method !== 'POST')).toEqual([]);
});

const rows = () => page.getByRole('listbox', { name: 'Phones' }).getByRole('option');
const row = (number: string) => rows().filter({ hasText: number });
const messages = () => page.getByRole('listitem');
const openPhone = async (number: string) => {
	await row(number).click();
	await page.getByRole('region', { name: 'Messages of this phone' }).waitFor();
};
/** Waits until the list of phones is exactly this. */
const phonesAre = (numbers: string[]) =>
	page.waitForFunction((wanted) => {
		const names = [...document.querySelectorAll('[role=option] .row-name')];
		return JSON.stringify(names.map((name) => name.textContent)) === wanted;
	}, JSON.stringify(numbers));

describe('the messages', () => {
	test('appear without a reload, are unread until they are looked at, and stay read after a reload', async () => {
		await page.getByText('No messages yet').waitFor();
		await text(stage.sandbox, SARA, 'سلام سارا 👋');
		await row('0912 123 4567').getByText('سلام سارا 👋').waitFor();
		await row('0912 123 4567').getByText('1 unread').waitFor();
		await page.waitForFunction(() => document.title === '(1) Inbox · sandbox');
		await openPhone('0912 123 4567');
		await row('0912 123 4567').getByText('1 message').waitFor();
		await text(stage.sandbox, SARA, 'second');
		await messages().getByText('second').waitFor();
		await row('0912 123 4567').getByText('2 messages').waitFor();
		await page.reload();
		await row('0912 123 4567').getByText('2 messages').waitFor();
		await page.waitForFunction(() => document.title === 'Inbox · sandbox');
	});

	test('are shown as a phone shows them: right to left, with parts, links and ticks', async () => {
		const long = `${'سلام دنیا '.repeat(14)}https://example.com/a، پایان`;
		await text(stage.sandbox, SARA, long);
		await openPhone('0912 123 4567');
		const bubble = page.locator('.bubble-text');
		expect(await bubble.textContent()).toBe(long);
		expect(await bubble.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
		expect(await bubble.evaluate((element) => getComputedStyle(element).textAlign)).toBe('start');
		await page.getByText('3 parts, UCS-2').waitFor();
		expect(await page.locator('.part-end').count()).toBe(2);
		const link = page.getByRole('link', { name: 'https://example.com/a' });
		expect(await link.getAttribute('rel')).toContain('noopener');
		expect(await link.getAttribute('target')).toBe('_blank');
		await messages().getByText('Delivered').waitFor();
	});

	test('are never taken for markup or code', async () => {
		const hostile =
			'<img src=x onerror="document.title=1"><b>b</b> {{1+1}} ${1} javascript:alert(1)';
		await text(stage.sandbox, SARA, hostile, { source: '<i>me</i>' });
		stage.sandbox.setFaults([{ times: 1, fault: { kind: 'refuse', code: 1, message: hostile } }]);
		await text(stage.sandbox, '"><script>1</script>', hostile);
		await openPhone('0912 123 4567');
		expect(await page.locator('.bubble-text').textContent()).toBe(hostile);
		await rows().nth(0).click();
		await page.getByText(`Fault: refused. ${hostile} (code 1)`).waitFor();
		expect(
			await page.locator('main').locator('img, b:text("b"), i:text("me"), script').count(),
		).toBe(0);
	});

	test('that are scheduled show their time, and calls show what was heard', async () => {
		stage.sandbox.setDelivery({ waitsForSchedule: true });
		await text(stage.sandbox, SARA, 'later', { scheduled: '2099-01-01 18:00' });
		await ask(stage.sandbox, 'code', { destination: SARA, code: '004217' });
		await ask(stage.sandbox, 'voice', { destination: SARA, file_id: '77' });
		await openPhone('0912 123 4567');
		await messages().getByText('Waits for 2099-01-01 18:00').waitFor();
		await messages().getByText('Scheduled', { exact: true }).waitFor();
		await messages().getByText('Plays voice file 77').waitFor();
		await messages().getByText('The code is 0, 0, 4, 2, 1, 7').waitFor();
		expect(await page.locator('.digit').allTextContents()).toEqual([...'004217']);
		const size = await page
			.locator('.digit')
			.first()
			.evaluate((e) => parseFloat(getComputedStyle(e).fontSize));
		expect(size).toBeGreaterThan(20);
	});

	test('that were refused appear too, and their request shows no password', async () => {
		await text(stage.sandbox, SARA, 'wrong', { source: 5 });
		await openPhone('0912 123 4567');
		await messages().getByText('field "source" must be a string (code 1008)').waitFor();
		await page.getByRole('button', { name: 'Show the request of this message' }).click();
		const dialog = page.getByRole('dialog', { name: 'Request' });
		await dialog.getByText('Not carried out, HTTP 400').waitFor();
		const shown = await dialog.textContent();
		expect(shown).toContain('"password": "***"');
		expect(shown).toContain('"source": 5');
		expect(shown).toContain('content-type');
		expect(await page.content()).not.toContain('demo-password');
		await page.keyboard.press('Escape');
		await dialog.waitFor({ state: 'hidden' });
	});

	test('advance from queued to delivered, or to failed, before the eyes', async () => {
		stage.sandbox.setDelivery({ sentAfter: 2, deliveredAfter: 4, failed: [OMID] });
		const requests = stage.sandbox.requests().length;
		await text(stage.sandbox, SARA, 'to watch');
		await openPhone('0912 123 4567');
		const seen = page.locator('.message .ticks');
		const stages = new Set<string | null>();
		while (!stages.has('Delivered')) stages.add(await seen.textContent());
		const order = ['Queued', 'Sent', 'Delivered'];
		// A slow machine may miss one, but sees none twice or out of order.
		expect([...stages]).toEqual(order.filter((name) => stages.has(name)));
		expect(stages.size).toBeGreaterThan(1);
		await text(stage.sandbox, OMID, 'to fail');
		await openPhone('0935 111 2233');
		await messages().getByText('Failed').waitFor();
		expect(stage.sandbox.requests()).toHaveLength(requests + 2);
	});
});

describe('looking for something', () => {
	beforeEach(async () => {
		const { sandbox } = stage;
		sandbox.setDelivery({ failed: ['09120000003'], waitsForSchedule: true });
		await text(sandbox, '09120000001', 'Pizza is ready');
		await text(sandbox, '09120000001', 'Enjoy');
		await text(sandbox, '09120000002', 'later', { scheduled: '2099-01-01 00:00' });
		await text(sandbox, '09120000003', 'no phone there');
		await text(sandbox, '09120000004', 'wrong', { source: '' });
		sandbox.setFaults([{ times: 1, fault: { kind: 'drop', when: 'after' } }]);
		await text(sandbox, '09120000005', 'struck');
		sandbox.setDelivery({ sentAfter: 0, deliveredAfter: 0 });
		await row('0912 000 0005').waitFor();
	});

	test.each([
		['accepted', ['5', '3', '2', '1']],
		['refused', ['4']],
		['fault', ['5']],
		['scheduled', ['2']],
		['queued', []],
		['sent', []],
		['delivered', ['5', '1']],
		['failed', ['3']],
		['', ['5', '4', '3', '2', '1']],
	])('the filter "%s" leaves what fits', async (outcome, ends) => {
		await page.getByLabel('Outcome').selectOption(outcome);
		await phonesAre(ends.map((end) => `0912 000 000${end}`));
		if (ends.length === 0) await page.getByText('Nothing fits').waitFor();
	});

	test.each([
		['queued', { sentAfter: 1000, deliveredAfter: 2000 }],
		['sent', { sentAfter: 0, deliveredAfter: 2000 }],
	])('the filter "%s" follows the delivery', async (outcome, delivery) => {
		stage.sandbox.setDelivery(delivery);
		await page.getByLabel('Outcome').selectOption(outcome);
		await phonesAre(['5', '3', '1'].map((end) => `0912 000 000${end}`));
	});

	test('the search finds texts and numbers, and marks what it found', async () => {
		await page.keyboard.press('/');
		await page.keyboard.type('PIZZA');
		await phonesAre(['0912 000 0001']);
		await openPhone('0912 000 0001');
		await page.getByText('1 of 2 messages fit').waitFor();
		expect(await page.locator('.message mark').allTextContents()).toEqual(['Pizza']);
		expect(await messages().count()).toBe(1);
		await page.getByRole('button', { name: 'Show all' }).click();
		await messages().getByText('Enjoy').waitFor();
		await page.getByLabel(/^Search/).fill('0912 000 0003');
		await phonesAre(['0912 000 0003']);
		const [{ id = '' } = {}] = stage.sandbox.messages();
		await page.getByLabel(/^Search/).fill(id);
		await phonesAre(['0912 000 0001']);
	});

	test('the requests can be filtered and searched, too', async () => {
		await page.getByRole('link', { name: 'Requests' }).click();
		await page.waitForFunction(() => document.querySelectorAll('.request').length === 6);
		await page.getByLabel('Outcome').selectOption('fault');
		await page.waitForFunction(() => document.querySelectorAll('.request').length === 1);
		await page.getByText('Fault: connection dropped').waitFor();
		await page.getByLabel('Outcome').selectOption('');
		await page.getByLabel(/^Search/).fill('pizza');
		await page.waitForFunction(() => document.querySelectorAll('.request').length === 1);
		await page.locator('.request button').click();
		await page.getByRole('dialog').getByText('Pizza is ready').waitFor();
	});
});

describe('a bad day by hand', () => {
	test('presets strike, say how often, and are switched off', async () => {
		await page.getByRole('link', { name: 'Faults' }).click();
		const refuse = page.getByRole('form', { name: 'Refuse a number' });
		await refuse.getByLabel('Number').fill(SARA);
		await refuse.getByRole('switch').click();
		await page.getByText(`Requests for ${SARA}.`).waitFor();
		await text(stage.sandbox, SARA, 'never');
		await text(stage.sandbox, OMID, 'arrives');
		expect(stage.sandbox.messages().map(({ message }) => message)).toEqual(['arrives']);
		await page.getByText('Struck 1 time; strikes every time').waitFor();
		await page.getByRole('button', { name: 'Switch off: refused' }).click();
		await page.getByText('None: every good request is taken').waitFor();
		await text(stage.sandbox, SARA, 'arrives again');
		expect(stage.sandbox.messages()).toHaveLength(2);
	});

	test.each([
		['Slow answers', { accepted: true, fault: 'delay', status: 200 }],
		['No credit', { accepted: false, fault: 'refuse', status: 402 }],
		['Drop after accepting', { accepted: true, fault: 'drop' }],
		['Cut off the answer', { accepted: true, fault: 'truncate', status: 200 }],
		['Refuse the login', { accepted: false, fault: 'unauthorized', status: 401 }],
		['Too many requests', { accepted: false, fault: 'tooManyRequests', status: 429 }],
		['Answers of another service', { accepted: true, fault: 'family', status: 200 }],
		['Service down', { accepted: false, fault: 'status', status: 503 }],
	])('%s does what it says', async (title, expected) => {
		await page.getByRole('link', { name: 'Faults' }).click();
		const preset = page.getByRole('form', { name: title });
		if (title === 'Slow answers') await preset.getByLabel('Seconds').fill('0.2');
		await preset.getByLabel('How often').selectOption({ label: 'The next time' });
		await preset.getByRole('switch').click();
		await page.getByText('Has not struck yet; 1 more to come').waitFor();
		expect(await preset.getByRole('switch').getAttribute('aria-checked')).toBe('true');
		await text(stage.sandbox, SARA, 'on a bad day');
		expect(stage.sandbox.requests()).toEqual([expect.objectContaining(expected)]);
		await page.getByText('Struck 1 time; used up').waitFor();
		await page.getByRole('heading', { name: 'Used up' }).waitFor();
		await page.getByText('None: every good request').waitFor();
		expect(await page.getByRole('link', { name: 'in force' }).count()).toBe(0);
		expect(await preset.getByRole('switch').getAttribute('aria-checked')).toBe('false');
	});

	test('a preset can be for texts or for calls alone', async () => {
		await page.getByRole('link', { name: 'Faults' }).click();
		const preset = page.getByRole('form', { name: 'Service down' });
		await preset.getByLabel('Which requests').selectOption({ label: 'Only texts' });
		await preset.getByRole('switch').click();
		await page.getByText('Every request about texts.').waitFor();
		await text(stage.sandbox, SARA, 'on a bad day');
		const credit = await fetch(`${stage.sandbox.url}/v1/report/credit`, { method: 'POST' });
		expect([stage.sandbox.requests()[0]?.status, credit.status]).toEqual([503, 400]);
		await preset.getByRole('switch').click();
		await page.getByText('None: every good request').waitFor();
		expect(stage.sandbox.faults()).toEqual([]);
	});

	test('any other fault can be written, and a wrong one is refused with the reason', async () => {
		await page.getByRole('link', { name: 'Faults' }).click();
		const field = page.getByLabel('Any other fault');
		await field.fill('{"fault":{"kind":"nonsense"}}');
		await page.getByRole('button', { name: 'Add', exact: true }).click();
		await page.getByRole('alert').getByText('faults[0].fault.kind must be one of').waitFor();
		await field.fill('{');
		await page.getByRole('button', { name: 'Add', exact: true }).click();
		await page.getByRole('alert').getByText('not valid JSON').waitFor();
		expect(stage.sandbox.faults()).toEqual([]);
		await field.fill('[{"fault":{"kind":"html"}},{"times":2,"fault":{"kind":"unauthorized"}}]');
		await page.getByRole('button', { name: 'Add', exact: true }).click();
		await page.getByText('login refused').waitFor();
		expect(stage.sandbox.faults()).toHaveLength(2);
		await page.getByRole('button', { name: 'Switch all off' }).click();
		await page.getByText('None: every good request').waitFor();
		// Chromium reports the refusal that was wished for.
		opened.troubles = opened.troubles.filter((line) => !line.includes('400 (Bad Request)'));
	});

	test('one phone alone can be refused, or fail, where it is looked at', async () => {
		await text(stage.sandbox, SARA, 'first');
		await openPhone('0912 123 4567');
		const refuse = page.getByRole('button', { name: 'Refuse texts' });
		await refuse.click();
		await page.locator('.pill[aria-pressed=true]').waitFor();
		await text(stage.sandbox, SARA, 'second');
		await messages().getByText('Not sent.').waitFor();
		await refuse.click();
		await page.locator('.pill[aria-pressed=true]').waitFor({ state: 'detached' });
		expect(stage.sandbox.faults()).toEqual([]);
		await page.getByRole('button', { name: 'Refuse calls' }).click();
		await page.locator('.pill[aria-pressed=true]').waitFor();
		await text(stage.sandbox, SARA, 'third');
		await messages().getByText('third').waitFor();
		expect(stage.sandbox.requests().map(({ accepted }) => accepted)).toEqual([true, false, true]);
		await page.getByRole('button', { name: 'Fail delivery' }).click();
		await messages().getByText('Failed').first().waitFor();
		expect(stage.sandbox.delivery().failed).toEqual([SARA]);
	});

	test('the credit goes down before the eyes and can be set', async () => {
		await page.getByRole('link', { name: 'Faults' }).click();
		await text(stage.sandbox, `${SARA},${OMID}`, 'س'.repeat(135));
		await page.getByText('994 credit left').waitFor();
		await page.getByLabel('Set credit to').fill('7');
		await page.getByRole('button', { name: 'Set', exact: true }).click();
		await page.getByText('7 credit left', { exact: true }).waitFor();
		expect(
			JSON.parse((await http.get<string>(`${stage.sandbox.url}/_sandbox/account`)).data),
		).toMatchObject({ credit: 7 });
		await page.getByRole('button', { name: 'Empty it' }).click();
		await page.getByText('0 credit left', { exact: true }).waitFor();
	});

	test('the delivery can be set', async () => {
		await page.getByRole('link', { name: 'Faults' }).click();
		await page.getByLabel('Delivered after, seconds').fill('9');
		await page.getByLabel('Numbers whose delivery fails').fill(`${SARA}\n${OMID}`);
		await page.getByLabel('Time zone of schedules').fill('Asia/Tehran');
		await page.getByLabel('Scheduled texts wait').check();
		await page.getByRole('button', { name: 'Save' }).click();
		const wanted = { sentAfter: 0, deliveredAfter: 9, failed: [SARA, OMID] };
		while (stage.sandbox.delivery().deliveredAfter !== 9) await page.waitForTimeout(20);
		expect(stage.sandbox.delivery()).toEqual({
			...wanted,
			waitsForSchedule: true,
			timeZone: 'Asia/Tehran',
		});
	});
});

describe('keys', () => {
	beforeEach(async () => {
		for (const end of ['1', '2', '3']) await text(stage.sandbox, `0912000000${end}`, `text ${end}`);
		await text(stage.sandbox, '09120000003', 'text 4');
		await row('0912 000 0001').waitFor();
	});

	const focused = () => page.evaluate(() => document.activeElement?.id ?? '');
	const hashIs = (hash: string) => page.waitForFunction((wanted) => location.hash === wanted, hash);

	test('go through the phones, open one, and come back', async () => {
		const activeIs = (number: string) =>
			page.locator('.row-active').filter({ hasText: number }).waitFor();
		await page.keyboard.press('j');
		await activeIs('0912 000 0003');
		await page.keyboard.press('j');
		await activeIs('0912 000 0002');
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('k');
		await page.keyboard.press('Enter');
		await hashIs('#/to/09120000002');
		expect(await row('0912 000 0002').getAttribute('aria-selected')).toBe('true');
		const active = await page.getByRole('listbox').getAttribute('aria-activedescendant');
		expect(await page.locator(`#${active}`).textContent()).toContain('0912 000 0002');
		await page.keyboard.press('Escape');
		await hashIs('#/messages');
		expect(await focused()).toBe('recipients');
	});

	test('go through the messages and show the request of one', async () => {
		await openPhone('0912 000 0003');
		await messages().nth(1).waitFor();
		await page.getByRole('region', { name: 'Messages of this phone' }).focus();
		await page.keyboard.press('k');
		await page.keyboard.press('k');
		await page.waitForFunction(() => document.activeElement?.textContent?.includes('text 3'));
		await page.keyboard.press('Enter');
		await page.getByRole('dialog').getByText('text 3').waitFor();
		await page.keyboard.press('Escape');
		await page.getByRole('dialog').waitFor({ state: 'hidden' });
		expect(await page.evaluate(() => location.hash)).toBe('#/to/09120000003');
	});

	test('search, and leave the search', async () => {
		await page.keyboard.press('/');
		expect(await focused()).toBe('search');
		await page.keyboard.type('text 1');
		await phonesAre(['0912 000 0001']);
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('Enter');
		await hashIs('#/to/09120000001');
		await page.keyboard.press('/');
		await page.keyboard.press('Escape');
		await phonesAre(['0912 000 0003', '0912 000 0002', '0912 000 0001']);
		await page.keyboard.press('Escape');
		expect(await focused()).toBe('recipients');
	});

	test('go to the views, and are listed', async () => {
		for (const [key, hash] of [
			['2', '#/requests'],
			['3', '#/overview'],
			['4', '#/faults'],
			['1', '#/messages'],
		] as const) {
			await page.keyboard.press(key);
			await hashIs(hash);
		}
		await page.keyboard.press('?');
		await page.getByRole('dialog', { name: 'Keys' }).waitFor();
		await page.keyboard.press('Escape');
		await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'hidden' });
	});

	test('show where they are', async () => {
		for (let press = 0; press < 14; press += 1) {
			await page.keyboard.press('Tab');
			const visible = await page.evaluate(() => {
				const at = document.activeElement ?? document.body;
				const style = getComputedStyle(at);
				const around = getComputedStyle(at.parentElement ?? at);
				return at === document.body || style.outlineStyle !== 'none' || around.boxShadow !== 'none';
			});
			expect(visible).toBe(true);
		}
	});
});

test('clear forgets messages and requests, and keeps faults and account', async () => {
	stage.sandbox.setFaults([{ match: { destination: '1' }, fault: { kind: 'truncate' } }]);
	await text(stage.sandbox, SARA, 'gone');
	await openPhone('0912 123 4567');
	page.once('dialog', (dialog) => void dialog.dismiss());
	await page.getByRole('button', { name: 'Clear messages' }).click();
	expect(stage.sandbox.messages()).toHaveLength(1);
	page.once('dialog', (dialog) => void dialog.accept());
	await page.getByRole('button', { name: 'Clear messages' }).click();
	await page.getByText('No messages yet').waitFor();
	expect([stage.sandbox.messages(), stage.sandbox.requests()]).toEqual([[], []]);
	expect(stage.sandbox.faults()).toHaveLength(1);
	await page.getByTitle('Credit left').getByText('999').waitFor();
	await text(stage.sandbox, SARA, 'new');
	await row('0912 123 4567').getByText('new').waitFor();
});

test('the overview counts, as pictures and as text', async () => {
	await text(stage.sandbox, `${SARA},${OMID}`, 'س'.repeat(135));
	await text(stage.sandbox, SARA, 'wrong', { source: '' });
	stage.sandbox.setFaults([{ match: { destination: SARA }, fault: { kind: 'unauthorized' } }]);
	await text(stage.sandbox, SARA, 'struck');
	await page.getByRole('link', { name: 'Overview' }).click();
	await page
		.getByRole('img', { name: 'Messages over time: Accepted 2, Refused 1, Lost to faults 1' })
		.waitFor();
	await page.getByText('Numbers of “Where they are”').click();
	const places = page.getByRole('region', { name: 'Numbers of Where they are' });
	const shown = (name: string) => places.getByRole('row', { name }).getByRole('cell').textContent();
	expect([await shown('Refused'), await shown('Lost')]).toEqual(['1', '1']);
	expect(await page.locator('canvas').count()).toBe(3);
	await page.getByText('Numbers of “Parts of a text”').click();
	const table = page.getByRole('region', { name: 'Numbers of Parts of a text' });
	expect(await table.getByRole('row', { name: '3 parts' }).getByRole('cell').textContent()).toBe(
		'2',
	);
	// Painted, not only there: a pixel of the bars has the colour of accepted ones.
	const painted = await page
		.locator('canvas')
		.first()
		.evaluate((canvas: HTMLCanvasElement) => {
			const data =
				canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
			let green = 0;
			for (let i = 0; i < data.length; i += 4)
				if (data[i] === 0x15 && data[i + 1] === 0x80 && data[i + 2] === 0x3d) green += 1;
			return green;
		});
	expect(painted).toBeGreaterThan(50);
});

test('the colours can be chosen, and stay chosen', async () => {
	const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
	const light = await background();
	await page.getByRole('button', { name: /^Colours: system/ }).click();
	await page.getByRole('button', { name: /^Colours: light/ }).click();
	const dark = await background();
	expect(dark).not.toBe(light);
	await page.reload();
	await page.getByRole('button', { name: /^Colours: dark/ }).waitFor();
	expect(await background()).toBe(dark);
});

test('a page that lost the sandbox says so, and begins anew with the next one', async () => {
	const first = await startSandbox();
	const port = Number(new URL(first.url).port);
	const other = await stageFor(first, stage.browser).open();
	await text(first, SARA, 'before');
	await other.page.getByRole('option').filter({ hasText: 'before' }).waitFor();
	await first.close();
	await other.page.getByText('Not connected').waitFor();
	const second = await startSandbox({ port });
	await text(second, OMID, 'after');
	await other.page.getByRole('option').filter({ hasText: 'after' }).waitFor();
	await other.page.getByText('Live', { exact: true }).waitFor();
	expect(await other.page.getByRole('option').filter({ hasText: 'before' }).count()).toBe(0);
	await other.close();
	await second.close();
});
