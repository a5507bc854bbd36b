import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { http } from '../../host/http.ts';
import { openBrowser } from '../../host/browser.ts';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/index.ts';

/** Jest would hold lines back, so they go past it. */
export const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** A page of the inbox, with all that went wrong in it. */
export interface Opened {
	page: Page;
	/** Errors, refused loads, and addresses outside the sandbox. */
	troubles: string[];
	close(): Promise<void>;
}

/** A sandbox and a browser, for the pages of one test file. */
export interface Stage {
	sandbox: Sandbox;
	browser: Browser;
	open(hash?: string, options?: BrowserContextOptions): Promise<Opened>;
	close(): Promise<void>;
}

/** Opens pages of this sandbox in a browser of its own. */
export function stageFor(sandbox: Sandbox, browser: Browser): Stage {
	return {
		sandbox,
		browser,
		async open(hash = '#/messages', options = {}) {
			const context = await browser.newContext({
				viewport: { width: 1280, height: 860 },
				timezoneId: 'UTC',
				...options,
			});
			const page = await context.newPage();
			page.setDefaultTimeout(60_000);
			const troubles: string[] = [];
			page.on('pageerror', (error) => troubles.push(String(error)));
			page.on('console', (message) => {
				if (['error', 'warning'].includes(message.type())) troubles.push(message.text());
			});
			page.on('request', (request) => {
				if (!request.url().startsWith(`${sandbox.url}/`)) troubles.push(request.url());
			});
			await page.goto(`${sandbox.url}/${hash}`);
			await page.getByText('Live', { exact: true }).waitFor({ state: 'attached' });
			return { page, troubles, close: () => context.close() };
		},
		async close() {
			await browser.close();
			await sandbox.close();
		},
	};
}

/** A sandbox and a browser of their own. */
export async function openStage(options: SandboxOptions = {}): Promise<Stage> {
	return stageFor(await startSandbox(options), await openBrowser(say));
}

const LOGIN = { username: 'demo', password: 'demo-password' };

const PATHS = {
	send: '/webservice/v2rest/sendsms',
	bulk: '/webservice/v2rest/p2psendsms',
	code: '/v1/call/otp',
	voice: '/v1/call/voice-file',
};

/** Asks something of the service as a client does. A dropped connection is no failure: it may be what was wished. */
export async function ask(
	{ url }: Sandbox,
	path: keyof typeof PATHS,
	fields: Record<string, unknown>,
): Promise<void> {
	await http.post(url + PATHS[path], { ...LOGIN, ...fields }).catch(() => undefined);
}

/** Sends one text. */
export const text = (
	sandbox: Sandbox,
	destination: string,
	message: string,
	more: Record<string, unknown> = {},
): Promise<void> => ask(sandbox, 'send', { source: '30001234', destination, message, ...more });
