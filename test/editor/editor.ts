import type { Browser, Page } from 'playwright-core';

import { openBrowser } from '../../host/browser.ts';
import {
	come,
	open,
	type Opened,
	OWNER,
	type Sandbox,
	type Server,
	type Workflow,
} from '../e2e/n8n.ts';
import { WITH_EDITOR } from '../../host/settings.ts';

/** n8n's editor in a browser, logged in, on an n8n that has these workflows. */
export interface Editor {
	sandbox: Sandbox;
	server: Server;
	/** The tab, in the light theme, on the canvas of a workflow as n8n has stored it. */
	open(workflowId: string): Promise<Page>;
	/** What n8n has told the tabs so far: answers of its REST API, and messages. */
	told: string[];
	close(): Promise<void>;
}

/** Tests of one subject, and the workflows that they need; all subjects share one n8n and one browser. */
export interface Subject {
	workflows: Workflow[];
	tests(opened: () => Editor): void;
}

/** However slow the machine: only a hang is to be noticed. */
export const PATIENCE_MS = 600_000;

const VIEWPORT = { width: 1440, height: 900 };
export const CANVAS = '[data-test-id=canvas-wrapper]';
const NODE_ON_CANVAS = '[data-test-id=canvas-node]';
const DIALOG_CLOSE = '.el-dialog__close:visible';
const LIST = '/home/workflows';

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
		const opener = await openBrowser((line) => process.stderr.write(`${line}\n`));
		browser = opener;
		const told: string[] = [];
		let tab: Page | undefined;
		return {
			sandbox: opened.sandbox,
			server,
			told,
			async open(workflowId) {
				const page = (tab ??= await logIn(opener, server.url, told));
				await page.bringToFront();
				await page.setViewportSize(VIEWPORT);
				await page.emulateMedia({ colorScheme: 'light' });
				await reach(page, LIST, async () => (await page.locator(CANVAS).count()) === 0);
				const shown = page.locator(NODE_ON_CANVAS).first();
				await reach(page, `/workflow/${workflowId}`, () => shown.isVisible());
				return page;
			},
			close,
		};
	} catch (error) {
		await close();
		throw error;
	}
}

/**
 * Goes to another page of n8n's in the same tab, as by the browser's *Forward*. To load the editor anew takes some ten
 * seconds of processor time, this less than one.
 */
export async function follow(page: Page, path: string): Promise<void> {
	await page.evaluate((to) => {
		history.pushState(null, '', to);
		dispatchEvent(new PopStateEvent('popstate', { state: null }));
	}, path);
}

/** Goes to a page until it is there: past what is open or asks for saving, so that what was changed and not saved is gone. */
async function reach(page: Page, path: string, isThere: () => Promise<boolean>): Promise<void> {
	const inTheWay = [
		page.getByRole('button', { name: 'Leave without saving' }),
		// Of n8n's question whether a credential is to be thrown away, which it asks also while it saves one.
		page.getByRole('button', { name: 'Close', exact: true }),
		page.locator(DIALOG_CLOSE).first(),
	];
	const isOnTheWay = () => new URL(page.url()).pathname === path;
	await come(async () => {
		// Again where n8n has just saved a new workflow by itself: it goes to that one's address then, wherever it was.
		if (!isOnTheWay()) await follow(page, path);
		for (const one of inTheWay) {
			// It may just be going away by itself.
			if (await one.isVisible()) await one.click({ timeout: 1_000 }).catch(() => undefined);
		}
		return isOnTheWay() && (await isThere()) && (await page.locator(DIALOG_CLOSE).count()) === 0;
	});
}

/** Logs in as a person does, by the form, in a browser profile of its own, and keeps what n8n tells the tab from then on. */
async function logIn(browser: Browser, url: string, told: string[]): Promise<Page> {
	const context = await browser.newContext({
		viewport: VIEWPORT,
		locale: 'en-US',
		timezoneId: 'UTC',
		reducedMotion: 'reduce',
	});
	context.setDefaultTimeout(PATIENCE_MS);
	context.setDefaultNavigationTimeout(PATIENCE_MS);
	const page = await context.newPage();
	await page.goto(`${url}/signin`);
	await page.locator('input[autocomplete=email], input[type=email]').fill(OWNER.email);
	await page.locator('input[type=password]').fill(OWNER.password);
	page.on('response', (response) => {
		if (new URL(response.url()).pathname.startsWith('/rest/'))
			response.text().then(
				(body) => told.push(body),
				() => undefined,
			);
	});
	page.on('websocket', (socket) =>
		socket.on('framereceived', ({ payload }) => told.push(String(payload))),
	);
	await page.getByRole('button', { name: 'Sign in' }).click();
	await page.waitForURL((address) => !address.pathname.startsWith('/signin'));
	// Before that it follows no address.
	await page.locator('[data-test-id=resources-list-wrapper]').waitFor();
	return page;
}

/** Runs the tests of some subjects in one editor. */
export function inOneEditor(subjects: Record<string, Subject>): void {
	let editor: Editor;

	beforeAll(async () => {
		editor = await openEditor(Object.values(subjects).flatMap(({ workflows }) => workflows));
	});

	afterAll(async () => {
		// Undefined where the beginning failed.
		await (editor as Editor | undefined)?.close();
	});

	describe.each(Object.entries(subjects))('%s', (_name, { tests }) => tests(() => editor));
}
