import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser } from '../../host/browser.ts';
import { OWNER, type Server } from '../../host/server.ts';
import type { Workflow } from '../../host/workflows.ts';
import type { Sandbox } from '../../sandbox/index.ts';
import { WITH_EDITOR } from '../../host/settings.ts';
import { open, type Opened } from '../e2e/opened.ts';

export type Theme = 'light' | 'dark';

/** n8n's editor in a browser, logged in, on an n8n that has these workflows. */
export interface Editor {
	sandbox: Sandbox;
	server: Server;
	/** A fresh tab in that theme; with a workflow's id, on its canvas. */
	open(theme: Theme, workflowId?: string): Promise<Page>;
	close(): Promise<void>;
}

/** Tests of one subject, and the workflows that they need; all subjects share one n8n and one browser. */
export interface Subject {
	workflows: Workflow[];
	tests(opened: () => Editor): void;
}

/** However slow the machine: only a hang is to be noticed. */
export const PATIENCE_MS = 600_000;

/** Opens n8n and its editor. */
export async function openEditor(workflows: Workflow[]): Promise<Editor> {
	const opened: Opened = await open(WITH_EDITOR);
	let browser: Browser | undefined;
	const close = async () => {
		await browser?.close();
		await opened.close();
	};
	try {
		await opened.host.importWorkflows(workflows);
		const server = await opened.host.serve();
		browser = await openBrowser((line) => process.stderr.write(`${line}\n`));
		const contexts = {
			light: await logIn(browser, server.url, 'light'),
			dark: await logIn(browser, server.url, 'dark'),
		};
		return {
			sandbox: opened.sandbox,
			server,
			async open(theme, workflowId) {
				const page = await contexts[theme].newPage();
				if (workflowId === undefined) return page;
				await page.goto(`${server.url}/workflow/${workflowId}`);
				await page.locator('[data-test-id=canvas-node]').first().waitFor();
				return page;
			},
			close,
		};
	} catch (error) {
		await close();
		throw error;
	}
}

/** Logs in as a person does, by the form, in a browser profile of its own. */
async function logIn(browser: Browser, url: string, theme: Theme): Promise<BrowserContext> {
	const context = await browser.newContext({
		viewport: { width: 1440, height: 900 },
		locale: 'en-US',
		timezoneId: 'UTC',
		reducedMotion: 'reduce',
	});
	context.setDefaultTimeout(PATIENCE_MS);
	context.setDefaultNavigationTimeout(PATIENCE_MS);
	// What Settings → Personal → Theme stores.
	await context.addInitScript((value) => localStorage.setItem('N8N_THEME', value), theme);
	const page = await context.newPage();
	await page.goto(`${url}/signin`);
	await page.locator('input[autocomplete=email], input[type=email]').fill(OWNER.email);
	await page.locator('input[type=password]').fill(OWNER.password);
	await page.getByRole('button', { name: 'Sign in' }).click();
	await page.waitForURL((address) => !address.pathname.startsWith('/signin'));
	await page.close();
	return context;
}
