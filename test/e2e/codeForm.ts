import { come } from '../../host/found.ts';
import { http } from '../../host/http.ts';
import type { Server } from '../../host/server.ts';
import { exampleWorkflows, type Workflow } from '../../host/workflows.ts';
import type { Sandbox } from '../../sandbox/index.ts';
import { gateway } from './built.ts';

const FILE = 'code-checked.json';

/** A phrase as a person would write it into *Secret*. */
export const PHRASE = 'بهار ۱۴۰۵: seven "blue" lamps';

/** What the copies of the example do with a confirmed number: they send it this. */
const WELCOME = 'Welcome';

/** What a copy has that the example has not. */
export interface Changes {
	phrase?: string;
	/** What `Settings` holds. */
	settings?: Record<string, number | string>;
	/** How many minutes its page waits, where not twice those of the settings: what a busy machine may take to answer it. */
	waits?: number;
}

/** The example with a phrase in *Secret*, which welcomes a confirmed number; `id` is also its form's path. */
export function codeChecked(
	id: string,
	{ phrase = PHRASE, settings = {}, waits }: Changes = {},
): Workflow {
	const made = JSON.parse(JSON.stringify(exampleWorkflows().get(FILE))) as Workflow;
	const parametersOf = (name: string) => {
		const found = made.nodes.find((node) => node.name === name);
		if (!found) throw new Error(`workflows/${FILE} has no ${name}`);
		return found.parameters;
	};
	const { conditions } = parametersOf('Secret').conditions as {
		conditions: Array<{ leftValue: string }>;
	};
	for (const one of conditions) one.leftValue = phrase;
	const { assignments } = parametersOf('Settings').assignments as {
		assignments: Array<{ name: string; value: unknown }>;
	};
	for (const one of assignments) one.value = settings[one.name] ?? one.value;
	const asks = parametersOf('Ask for the code');
	if (waits !== undefined) {
		const twice = "2 * $('Settings').first().json.minutes";
		asks.maxDateAndTime = String(asks.maxDateAndTime).replace(twice, String(waits));
	}
	(parametersOf('On form submission').options as { path: string }).path = id;

	const welcome = gateway(WELCOME, {
		resource: 'sms',
		operation: 'send',
		source: '3000',
		destination: '={{ $json.phone }}',
		message: WELCOME,
		options: {},
	});
	const connections = made.connections as Record<string, unknown>;
	return {
		...made,
		id,
		name: id,
		nodes: [...made.nodes, welcome],
		connections: {
			...connections,
			'Confirmed number': { main: [[{ node: WELCOME, type: 'main', index: 0 }]] },
			[WELCOME]: connections['Confirmed number'],
		},
	};
}

/** A visitor's place in a form: the address of the page to come. */
export interface Visit {
	page: string;
}

/** The form turns away what calls itself no browser, or one without a window. */
export const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** A page's form, filled in. */
export function codeForm(fields: string[]): FormData {
	const form = new FormData();
	fields.forEach((value, index) => form.append(`field-${index}`, value));
	return form;
}

/** Sends a page's form as a browser does. */
const posted = async (url: string, fields: string[]) =>
	await http.post<string>(url, codeForm(fields), { headers: { 'user-agent': USER_AGENT } });

/** Fills in the first page. */
export async function begun(
	server: Server,
	path: string,
	phone: string,
	by: 'Text' | 'Call',
): Promise<Visit> {
	const { status, data } = await posted(`${server.url}/form/${path}`, [phone, by]);
	const { formWaitingUrl: page } = JSON.parse(data) as { formWaitingUrl?: string };
	if (page === undefined) throw new Error(`n8n answered ${status}: ${data}`);
	return { page };
}

/** The page that a visitor sees once n8n has one for him, as its visible text. */
export async function seen({ page }: Visit): Promise<string> {
	const status = new URL(page);
	status.pathname += '/n8n-execution-status';
	await come(async () => {
		const { data } = await http.get<string>(status.href);
		if (!['form-waiting', 'new', 'running', 'waiting'].includes(data.trim()))
			throw new Error(`the run is ${data}`);
		return data.trim() === 'form-waiting';
	});
	const { data } = await http.get<string>(page);
	return visibleText(data);
}

/** Types a code and sees what comes of it: on a busy machine n8n shows the page from before for a while. */
export async function typed(visit: Visit, code: string): Promise<string> {
	const before = await seen(visit);
	await posted(visit.page, [code]);
	let now = before;
	await come(async () => (now = await seen(visit)) !== before);
	return now;
}

/** What an ending page does by itself once it is shown: the run goes on and ends. */
export const closed = async ({ page }: Visit): Promise<void> => void (await posted(page, []));

/** What stands between the tags of a page's body. */
const visibleText = (html: string): string =>
	html
		.replace(/^[^]*<body[^>]*>/, '')
		.replace(/<(script|style)[^]*?<\/\1>/g, ' ')
		.replace(/<[^>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();

/** The code that the newest message brought, as its receiver reads it. */
export function newestCode(sandbox: Sandbox): string {
	const { code, message = '' } = sandbox.messages().at(-1) ?? {};
	const found = code ?? /(?<!\d)\d{6}(?!\d)/.exec(message)?.[0];
	if (found === undefined) throw new Error(`no code in: ${message}`);
	return found;
}

/** Another code of six digits for each try. */
export const wrongCodes = (code: string, count: number): string[] =>
	Array.from({ length: count }, (_, index) =>
		String((Number(code) + index + 1) % 1_000_000).padStart(6, '0'),
	);

/** The numbers that were confirmed. */
export const confirmed = (sandbox: Sandbox): string[] =>
	sandbox
		.messages()
		.filter(({ message }) => message === WELCOME)
		.map(({ destination }) => destination);
