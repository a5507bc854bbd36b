import type { Browser, Page } from 'playwright-core';

import { openBrowser } from '../../../host/browser.ts';
import {
	exampleWorkflows,
	ownNode,
	publish,
	type Served,
	wired,
	type Workflow,
} from '../../e2e/n8n.ts';
import { USER_AGENT } from './list.ts';

const HEADER = { name: 'X-Code-Key', value: 'a-key-of-the-form-8250' };
const AUTH = { id: 'codeFormKey00001', name: 'Sign-up form', type: 'httpHeaderAuth' };
const LOGIN = { credentials: { [AUTH.type]: AUTH } };
const PHRASE = 'seven "green" lamps, nine ladders';

/** The recipe of a code as an API under a key and at a path of its own. */
function recipe(): Workflow {
	const made = structuredClone(exampleWorkflows().get('code-as-an-api.json') as Workflow);
	for (const node of made.nodes) {
		if (node.name.startsWith('POST')) {
			node.credentials = LOGIN.credentials;
			node.parameters.path = String(node.parameters.path).replace('code', 'form-code');
			node.webhookId = `form-${String(node.webhookId)}`;
		}
		if (node.name !== 'Secret') continue;
		const { conditions } = node.parameters.conditions as {
			conditions: Array<{ leftValue: string }>;
		};
		for (const one of conditions) one.leftValue = PHRASE;
	}
	return { ...made, id: 'form-code', name: 'form-code' };
}

/** The sign-up of the page *A code for a login page*, section *With n8n's Form*. */
function signUp(url: string): Workflow {
	const posted = (name: string, path: string, jsonBody: string) => ({
		...ownNode(name, 'httpRequest', 4.2, {
			method: 'POST',
			url: `${url}/webhook/form-code/${path}`,
			authentication: 'genericCredentialType',
			genericAuthType: AUTH.type,
			sendBody: true,
			specifyBody: 'json',
			jsonBody,
			options: { response: { response: { neverError: true } } },
		}),
		...LOGIN,
	});
	const field = (fieldLabel: string) => ({
		values: [{ fieldLabel, fieldType: 'text', requiredField: true }],
	});
	const isTrue = (name: string, leftValue: string) =>
		ownNode(name, 'if', 2.2, {
			conditions: {
				options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
				conditions: [
					{ leftValue, operator: { type: 'boolean', operation: 'true', singleValue: true } },
				],
				combinator: 'and',
			},
		});
	const form = (name: string, parameters: object) => ({
		...ownNode(name, 'form', 2.3, { options: {}, ...parameters }),
		webhookId: `sign-up-${name}`,
	});
	const ending = (name: string) =>
		form(name, { operation: 'completion', respondWith: 'text', completionTitle: name });
	const start = ownNode('On form submission', 'formTrigger', 2.3, {
		formTitle: 'Sign up',
		formFields: field('Phone'),
		options: { path: 'sign-up' },
	});
	const phone = `$('On form submission').first().json.Phone`;
	return wired(
		'sign-up',
		[
			{ ...start, webhookId: 'sign-up' },
			posted('Send', 'send', `={{ { phone: ${phone} } }}`),
			form('Code', {
				operation: 'page',
				formFields: field('Code'),
				options: {
					formDescription: `={{ $json.error ?? ($json.verified === false ? 'Wrong. Tries left: ' + $json.triesLeft : 'We have texted you.') }}`,
				},
			}),
			posted('Verify', 'verify', `={{ { phone: ${phone}, code: $json.Code } }}`),
			isTrue('Right?', '={{ $json.verified === true }}'),
			isTrue('Any left?', '={{ $json.triesLeft !== 0 }}'),
			ending('Welcome'),
			ending('Too many tries'),
		],
		[
			['On form submission', 'Send'],
			['Send', 'Code'],
			['Code', 'Verify'],
			['Verify', 'Right?'],
			['Right?', 'Welcome'],
			['Right?', 'Any left?', 1],
			['Any left?', 'Code'],
			['Any left?', 'Too many tries', 1],
		],
	);
}

/** The recipe of a code as an API behind n8n's own form, in a browser. */
export function codeForm(served: () => Served): void {
	let n8n: Served;
	let browser: Browser;
	let phones = 0;

	beforeAll(async () => {
		n8n = served();
		browser = await openBrowser((line) => void process.stderr.write(`${line}\n`));
		await n8n.host.importCredentials([{ ...AUTH, data: HEADER }]);
		await n8n.host.importWorkflows([recipe(), signUp(n8n.server.url)]);
		await publish(n8n.server, 'form-code', 'sign-up');
	});

	afterAll(async () => {
		await (browser as Browser | undefined)?.close();
	});

	beforeEach(() => n8n.sandbox.reset());

	/** Types into the one field of a page, sends it, and waits for what the next one says. */
	async function filled(tab: Page, label: string, text: string, next: string): Promise<void> {
		await tab.getByLabel(label).fill(text);
		await tab.getByRole('button').click();
		await tab.getByText(next).waitFor();
	}

	/** The page that asks for the code, behind the one that asked for a new number. */
	async function asked(says: string): Promise<Page> {
		const tab = await browser.newPage({ userAgent: USER_AGENT });
		tab.setDefaultTimeout(600_000);
		await tab.goto(`${n8n.server.url}/form/sign-up`);
		await filled(tab, 'Phone', `0912333${String(1000 + phones++)}`, says);
		return tab;
	}

	const code = () => /\b\d{6}\b/.exec(n8n.sandbox.messages().at(-1)?.message ?? '')?.[0] ?? '';
	const wrong = (more: number) => String((Number(code()) + more) % 1e6).padStart(6, '0');

	test('a wrong code leads back to the page, and the right one on', async () => {
		const tab = await asked('We have texted you.');
		await filled(tab, 'Code', wrong(1), 'Tries left: 4');
		await filled(tab, 'Code', code(), 'Welcome');
	});

	test('a code that may have arrived can be typed in', async () => {
		n8n.sandbox.setFaults([{ fault: { kind: 'drop', when: 'after' } }]);
		const tab = await asked('The code could not be sent, or nobody knows whether it was');
		await filled(tab, 'Code', code(), 'Welcome');
	});

	test('ends after five wrong codes', async () => {
		const tab = await asked('We have texted you.');
		for (const left of [4, 3, 2, 1]) await filled(tab, 'Code', wrong(left), `Tries left: ${left}`);
		await filled(tab, 'Code', wrong(5), 'Too many tries');
	});
}
