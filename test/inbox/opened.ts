import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { http } from '../../host/http.ts';
import { openBrowser } from '../../host/browser.ts';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';

/** Jest would hold lines back, so they go past it. */
export const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Notes what goes wrong in a page that may load only what begins so. */
export function troublesOf(page: Page, address: string): string[] {
	const troubles: string[] = [];
	page.setDefaultTimeout(600_000);
	page.on('pageerror', (error) => troubles.push(String(error)));
	page.on('console', (message) => {
		if (['error', 'warning'].includes(message.type())) troubles.push(message.text());
	});
	page.on('request', (request) => {
		if (!request.url().startsWith(address)) troubles.push(request.url());
	});
	return troubles;
}

/** Opens pages of this sandbox in a browser of its own. */
export const stageFor = (sandbox: Sandbox, browser: Browser) => ({
	sandbox,
	async open(hash = '', options: BrowserContextOptions = {}) {
		const viewport = { width: 1280, height: 860 };
		const context = await browser.newContext({ viewport, timezoneId: 'UTC', ...options });
		const page = await context.newPage();
		const troubles = troublesOf(page, `${sandbox.url}/`);
		await page.goto(`${sandbox.url}/${hash}`);
		await page.getByText('Live', { exact: true }).waitFor();
		return { page, troubles, close: () => context.close() };
	},
	async close() {
		await browser.close();
		await sandbox.close();
	},
});

/** A sandbox and a browser, for the pages of one test file, and a page with all that went wrong in it. */
export type Stage = ReturnType<typeof stageFor>;
export type Opened = Awaited<ReturnType<Stage['open']>>;

/** A sandbox and a browser of their own. */
export const openStage = async (): Promise<Stage> =>
	stageFor(await startSandbox(), await openBrowser(say));

/** What axe-core finds against WCAG and its own best practices must be nothing, and nothing may stick out sideways. */
export async function expectReadable(page: Page): Promise<void> {
	await page.evaluate(await readFile(require.resolve('axe-core/axe.min.js'), 'utf8'));
	const found: unknown = await page.evaluate(
		'axe.run().then(({ violations, passes }) => [passes.length > 9, violations.map(({ id, nodes }) => [id, nodes[0].failureSummary])])',
	);
	expect(found).toEqual([true, []]);
	expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
}

const PATHS = {
	send: 'webservice/v2rest/sendsms',
	code: 'v1/call/otp',
	voice: 'v1/call/voice-file',
};

/** Asks something of the service as a client does. A dropped connection is no failure: it may be what was wished. */
export async function ask(
	{ url, username, password }: Sandbox,
	path: keyof typeof PATHS,
	fields: Record<string, unknown>,
): Promise<void> {
	await http
		.post(`${url}/${PATHS[path]}`, { username, password, ...fields })
		.catch(() => undefined);
}
