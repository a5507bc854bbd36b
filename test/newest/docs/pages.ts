import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Served, Workflow } from '../../e2e/n8n.ts';
import { SHOWN_SANDBOX } from '../../unit/docs/commands.ts';
import { blocksOf, readPage, sectionOf } from '../../unit/docs/markdown.ts';
import { OPERATION_PAGES, RECIPE_PAGES } from '../../unit/docs/pages.ts';
import { casesOf, WORKFLOW_SECTION, type Case } from './cases.ts';
import { lastItemsOf, propertiesOf, runCase, type Ran, type Stage } from './running.ts';
import { asShown, type ShownRequest } from './shown.ts';

/** What the documentation's pages show. */
export function pages(served: () => Served): void {
	let opened: Served;
	let stage: Stage;

	beforeAll(async () => {
		opened = served();
		const { server } = opened;
		const properties = await propertiesOf(server);
		stage = { server, sandbox: opened.sandbox, properties };
	});

	/** Compares with what a page shows, the order of members included. */
	function expectShown(came: unknown, shown: unknown): void {
		const { host } = new URL(opened.sandbox.url);
		const shownHost = new URL(SHOWN_SANDBOX).host;
		const text = JSON.stringify(came).replaceAll(host, shownHost);
		const comparable = asShown(shown, JSON.parse(text));
		expect(comparable).toEqual(shown);
		expect(JSON.stringify(comparable)).toBe(JSON.stringify(shown));
	}

	/** The request as the page shows one; of its headers those that are shown. */
	function asShownRequest(
		{ method, path, headers, body }: Ran['requests'][number],
		shown: ShownRequest,
	): ShownRequest {
		const names = Object.keys(shown.headers);
		return {
			method,
			path,
			headers: Object.fromEntries(names.map((name) => [name, headers[name] ?? 'not sent'])),
			body: JSON.parse(body) as unknown,
		};
	}

	function check({ outputs, error, requests, counts, only }: Case, ran: Ran): void {
		const { status, data } = ran.execution;
		const { message = '', description } = data.resultData.error ?? {};
		// A section that shows nothing but what is sent needs nobody who answers it.
		const waits = status === 'waiting' && outputs.length === 0 && error === undefined;
		if (waits) expect(requests).not.toEqual([]);
		else if (error === undefined)
			expect({ status, message }).toEqual({ status: 'success', message: '' });
		else expectShown([message, description ?? ''].join('\n\n').trim(), error);
		for (const { node, output, items } of outputs)
			expectShown(
				lastItemsOf(ran.execution, node, output).map(({ json }) => json),
				items,
			);
		for (const shown of requests) {
			const [request, ...others] = ran.requests.filter(({ path }) => path === shown.path);
			expect(others).toEqual([]);
			if (request === undefined) throw new Error(`no request to ${shown.path}`);
			expectShown(asShownRequest(request, shown), shown);
		}
		if (counts !== undefined) expect(countPaths(ran.requests)).toEqual(counts);
		if (only !== undefined) expect(ran.requests.map(({ path }) => path)).toEqual(only);
	}

	function countPaths(requests: Ran['requests']): Record<string, number> {
		const counts: Record<string, number> = {};
		for (const { path } of requests) counts[path] = (counts[path] ?? 0) + 1;
		return counts;
	}

	/** No page may show a workflow that sends anybody the same thing twice. */
	function expectNothingTwice(): void {
		const sent = opened.sandbox
			.messages()
			.map(({ kind, destination, message }) => JSON.stringify([kind, destination, message]));
		expect(new Set(sent).size).toBe(sent.length);
	}

	/** Runs a page's sections that show what comes out, each as a test of its own. */
	function runAll(path: string, workflow: Workflow, cases: Case[]): void {
		describe(`${path} shows what comes out`, () => {
			test.each(cases)('$title', async (one) => {
				check(one, await runCase(stage, workflow, one));
				expectNothingTwice();
			});
		});
	}

	for (const name of Object.keys(OPERATION_PAGES)) {
		const path = join('docs/operations', name);
		const page = readPage(path);
		const [text = '', ...others] = blocksOf(sectionOf(page, WORKFLOW_SECTION), 'json');
		const cases = casesOf(page);

		test(`${path} has one workflow, what it sends, its output and errors`, () => {
			expect(others).toEqual([]);
			expect(text).not.toMatch(/"credentials"/);
			expect(cases.flatMap(({ requests }) => requests)).toHaveLength(1);
			const shown = cases.map(({ title, outputs }) => [title, outputs.length > 0]);
			expect(shown).toContainEqual(['Output', true]);
			expect(JSON.stringify(cases)).toContain('"error":');
		});

		runAll(path, JSON.parse(text) as Workflow, cases);
	}

	for (const [name, file] of Object.entries(RECIPE_PAGES)) {
		const path = join('docs/recipes', name);
		const workflow = JSON.parse(readFileSync(join('workflows', file), 'utf8')) as Workflow;
		const cases = casesOf(readPage(path));

		test(`${path} shows more than one day`, () => {
			expect(cases.length).toBeGreaterThan(1);
			expect(cases.some(({ changes, commands }) => changes.length + commands.length > 0)).toBe(
				true,
			);
		});

		runAll(path, workflow, cases);
	}
}
