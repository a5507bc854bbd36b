import { beforeAll, beforeEach, expect, test } from '@jest/globals';

import { found } from '../../../host/found.ts';
import { http } from '../../../host/http.ts';
import { exampleWorkflows, type Workflow } from '../../../host/workflows.ts';
import { PHRASE } from '../../e2e/codeForm.ts';
import type { Served } from '../../e2e/opened.ts';
import { executionsOf, publish } from '../../e2e/rest-run.ts';
import { makeTable, type Table } from '../../e2e/tables.ts';

const FILE = 'code-as-an-api.json';
const HEADER = { name: 'X-Code-Key', value: 'a-key-of-the-login-page-5173' };
const AUTH = { id: 'codeApiKey000001', name: 'Login page', type: 'httpHeaderAuth' };
/** In seconds: so that a test need not wait for it. */
const PAUSE = 1;
const MINUTES = 0.1;

/** The recipe of a code as an API. */
export function codeApi(served: () => Served): void {
	let n8n: Served;
	let phones = 0;
	let phone: string;
	let table: Table;
	const example = exampleWorkflows().get(FILE) as Workflow;

	beforeAll(async () => {
		n8n = served();
		table = await makeTable(n8n.server, 'Codes', ['phone', 'sentAt', 'tries', 'used', 'execution']);
		await n8n.host.importCredentials([{ ...AUTH, data: HEADER }]);
		await n8n.host.importWorkflows([ready(example)]);
		await publish(n8n.server, example.id);
	});

	beforeEach(() => {
		n8n.sandbox.reset();
		phone = `0912000${String(1000 + phones++)}`;
	});

	/** The example with its phrase and its key, and shorter times. */
	function ready(workflow: Workflow): Workflow {
		const made = structuredClone(workflow);
		for (const node of made.nodes) {
			if (node.name.startsWith('POST')) node.credentials = { [AUTH.type]: AUTH };
			if (node.name === 'Secret') {
				const { conditions } = node.parameters.conditions as {
					conditions: Array<{ leftValue: string }>;
				};
				for (const one of conditions) one.leftValue = PHRASE;
			}
			if (node.name !== 'Settings') continue;
			const { assignments } = node.parameters.assignments as {
				assignments: Array<{ name: string; value: unknown }>;
			};
			for (const one of assignments) {
				if (one.name === 'pause') one.value = PAUSE;
				if (one.name === 'minutes') one.value = MINUTES;
			}
		}
		return made;
	}

	async function post(path: 'send' | 'verify', body: object, headers = true) {
		const { status, data } = await found(async () => {
			const answer = await http.post<string>(`${n8n.server.url}/webhook/code/${path}`, body, {
				headers: headers ? { [HEADER.name]: HEADER.value } : {},
			});
			return answer.status === 404 ? undefined : answer;
		});
		return { status, body: (headers ? JSON.parse(data) : {}) as Record<string, unknown> };
	}
	const send = async (more = {}) => await post('send', { phone, ...more });
	const verify = async (code: string) => (await post('verify', { phone, code })).body;
	const sentCode = (): string => {
		const { kind, code = '', message = '' } = n8n.sandbox.messages().at(-1) ?? {};
		return kind === 'otp' ? code : (/\b\d{6}\b/.exec(message)?.[0] ?? '');
	};
	const wrong = (code: string, more = 1) => String((Number(code) + more) % 1e6).padStart(6, '0');
	const pause = async (seconds: number) =>
		await new Promise((resolve) => setTimeout(resolve, seconds * 1000 + 50));

	test('takes nothing without the header', async () => {
		expect((await post('send', { phone }, false)).status).toBe(403);
		expect((await post('verify', { phone, code: '1' }, false)).status).toBe(403);
		expect(n8n.sandbox.messages()).toEqual([]);
	});

	test.each(['text', 'call'])('a code by %s is right once', async (by) => {
		expect(await send({ by })).toEqual({
			status: 200,
			body: { sent: true, expiresIn: MINUTES * 60 },
		});
		const code = sentCode();
		expect(code).toMatch(/^\d{6}$/);
		expect(n8n.sandbox.messages()[0]?.kind).toBe(by === 'call' ? 'otp' : 'sms');
		expect(await verify(wrong(code))).toEqual({ verified: false, triesLeft: 4 });
		expect(await verify(` ${code.slice(0, 3)} ${code.slice(3)} `)).toEqual({ verified: true });
		expect(await verify(code)).toEqual({ verified: false, triesLeft: 0 });
	});

	test('another number with the same code is not verified, and neither is one that got none', async () => {
		await send();
		const code = sentCode();
		phone = '09129999999';
		for (let count = 0; count < 2; count++)
			expect(await verify(code)).toEqual({ verified: false, triesLeft: 0 });
	});

	test('five wrong codes use it up', async () => {
		await send();
		const code = sentCode();
		for (const left of [4, 3, 2, 1, 0])
			expect(await verify(wrong(code, left + 1))).toEqual({ verified: false, triesLeft: left });
		expect((await verify(code)).verified).toBe(false);
	});

	test('of thirty codes at one moment no more than five are counted, and the right one counts once', async () => {
		await send();
		const code = sentCode();
		// The wrong ones first: whichever five are looked at, the others can't be right any more.
		const tries = Array.from({ length: 30 }, (_, index) =>
			verify(index < 15 ? wrong(code, index + 1) : code),
		);
		const answers = await Promise.all(tries);
		const verified = answers.filter((answer) => answer.verified === true);
		expect(verified.length).toBeLessThanOrEqual(1);
		expect(answers.filter((answer) => answer.verified === false)).toHaveLength(
			30 - verified.length,
		);
		const [row] = (await table.rows()).filter((one) => one.phone === phone);
		expect(Number(row?.tries)).toBeLessThanOrEqual(5);
	});

	test('of thirty right codes at one moment one counts', async () => {
		await send();
		const code = sentCode();
		const answers = await Promise.all(Array.from({ length: 30 }, () => verify(code)));
		expect(answers.filter((answer) => answer.verified === true)).toHaveLength(1);
	});

	test('its time ends, and a new one can be had after the pause', async () => {
		await send();
		expect((await send()).status).toBe(429);
		const first = sentCode();
		await pause(MINUTES * 60);
		expect((await verify(first)).verified).toBe(false);
		expect((await send()).status).toBe(200);
		expect(await verify(sentCode())).toEqual({ verified: true });
	});

	test('a number gets five codes a day', async () => {
		for (let count = 0; count < 5; count++) {
			expect((await send()).body.sent).toBe(true);
			await pause(PAUSE);
		}
		expect(await send()).toEqual({
			status: 502,
			body: {
				sent: false,
				outcome: 'notSent',
				error: 'This number has had its codes for today',
			},
		});
		expect(n8n.sandbox.messages()).toHaveLength(5);
	});

	test('what may have been lost is said, and n8n keeps no execution', async () => {
		n8n.sandbox.setFaults([{ fault: { kind: 'drop', when: 'after' } }]);
		expect((await send()).body).toMatchObject({ sent: false, outcome: 'unknown' });
		expect(await executionsOf(n8n.server, example.id)).toEqual([]);
	});
}
