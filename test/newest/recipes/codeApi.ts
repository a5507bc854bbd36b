import { createHash } from 'node:crypto';

import {
	exampleWorkflows,
	executionsOf,
	found,
	http,
	makeTable,
	openTable,
	publish,
	type Served,
	type Table,
	type Workflow,
} from '../../e2e/n8n.ts';

const FILE = 'code-as-an-api.json';
const PHRASE = 'بهار ۱۴۰۵: seven "blue" lamps';
const HEADER = { name: 'X-Code-Key', value: 'a-key-of-the-login-page-5173' };
const AUTH = { id: 'codeApiKey000001', name: 'Login page', type: 'httpHeaderAuth' };
const COLUMNS = ['phone', 'sentAt', 'tries', 'used', 'execution'];
/** The example with other times; none depends on how long a machine takes. */
const VARIANTS = {
	code: {},
	/** An hour between two codes, which no test takes. */
	rarely: { pause: 3600 },
	/** Another code may be had at once. */
	often: { pause: 0, perHour: 1000 },
	/** A code is late as soon as it was sent. */
	late: { pause: 0, minutes: 0 },
	/** Few codes an hour for all numbers together. */
	few: { pause: 0, perHour: 3 },
};
type Variant = keyof typeof VARIANTS;

/** The recipe of a code as an API. */
export function codeApi(served: () => Served): void {
	let n8n: Served;
	let phones = 0;
	let phone: string;
	let table: Table;
	/** Whether the first requests of all sent a code. */
	let first: unknown[];
	const example = exampleWorkflows().get(FILE) as Workflow;

	beforeAll(async () => {
		n8n = served();
		await n8n.host.importCredentials([{ ...AUTH, data: HEADER }]);
		const variants = (Object.keys(VARIANTS) as Variant[]).map(ready);
		await n8n.host.importWorkflows(variants);
		await publish(n8n.server, ...variants.map(({ id }) => id));
		// Without the table: several at one moment.
		const numbers = Array.from({ length: 4 }, (_, nth) => `0912777${1000 + nth}`);
		const answers = numbers.map((number) => post('code/send', { phone: number }));
		first = (await Promise.all(answers)).map(({ body }) => body.sent);
		table = await openTable(n8n.server, 'Codes', COLUMNS);
	});

	beforeEach(() => {
		n8n.sandbox.reset();
		phone = `0912000${String(1000 + phones++)}`;
	});

	const idOf = (variant: Variant) => `${example.id}${variant}`;

	/** The example with its phrase and its key, at a path of its own. */
	function ready(variant: Variant): Workflow {
		const made: Workflow = { ...structuredClone(example), id: idOf(variant), name: variant };
		const times: Record<string, unknown> = VARIANTS[variant];
		for (const node of made.nodes) {
			if (node.name.startsWith('POST')) {
				node.credentials = { [AUTH.type]: AUTH };
				node.parameters.path = String(node.parameters.path).replace('code', variant);
				node.webhookId = `${variant}-${String(node.webhookId)}`;
			}
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
			for (const one of assignments) one.value = times[one.name] ?? one.value;
		}
		return made;
	}

	async function post(path: `${Variant}/${'send' | 'verify'}`, body: object, headers = true) {
		const { status, data } = await found(async () => {
			const answer = await http.post<string>(`${n8n.server.url}/webhook/${path}`, body, {
				headers: headers ? { [HEADER.name]: HEADER.value } : {},
			});
			return answer.status === 404 ? undefined : answer;
		});
		return { status, body: (headers ? JSON.parse(data) : {}) as Record<string, unknown> };
	}
	const send = async (more = {}, variant: Variant = 'code') =>
		await post(`${variant}/send`, { phone, ...more });
	const verify = async (code: string | number, variant: Variant = 'code') =>
		(await post(`${variant}/verify`, { phone, code })).body;
	const sentCode = (): string => {
		const { kind, code = '', message = '' } = n8n.sandbox.messages().at(-1) ?? {};
		return kind === 'otp' ? code : (/\b\d{6}\b/.exec(message)?.[0] ?? '');
	};
	const wrong = (code: string, more = 1) => String((Number(code) + more) % 1e6).padStart(6, '0');

	test('makes its data table by itself', async () => {
		expect(first).toEqual([true, true, true, true]);
		expect((await table.rows()).map(({ phone: key }) => key)).toContain('09127771000');
	});

	test('says what a data table of that name lacks, and sends nothing', async () => {
		await makeTable(n8n.server, 'Codes', ['phone', 'sentAt', 'tries', 'execution']);
		const { status, body } = await send();
		table = await makeTable(n8n.server, 'Codes', COLUMNS);
		expect(status).toBe(503);
		expect(body.error).toMatch(/Delete the data table Codes.* of the type string: used$/);
		expect(n8n.sandbox.messages()).toEqual([]);
	});

	test('takes nothing without the header', async () => {
		expect((await post('code/send', { phone }, false)).status).toBe(403);
		expect((await post('code/verify', { phone, code: '1' }, false)).status).toBe(403);
		expect(n8n.sandbox.messages()).toEqual([]);
	});

	test.each(['text', 'call'])('a code by %s is right once', async (by) => {
		expect(await send({ by })).toEqual({ status: 200, body: { sent: true, expiresIn: 300 } });
		const code = sentCode();
		expect(code).toMatch(/^\d{6}$/);
		expect(n8n.sandbox.messages()[0]?.kind).toBe(by === 'call' ? 'otp' : 'sms');
		expect(await verify(wrong(code))).toEqual({ verified: false, triesLeft: 4 });
		expect(await verify(` ${code.slice(0, 3)} ${code.slice(3)} `)).toEqual({ verified: true });
		expect(await verify(code)).toEqual({ verified: false, triesLeft: 0 });
	});

	test('a code that has lost its zeros, as a number or as text, is the same', async () => {
		for (const without of [Number, (code: string) => String(Number(code))]) {
			let code: string;
			do {
				phone = `0912000${String(1000 + phones++)}`;
				await send({}, 'often');
				code = sentCode();
			} while (!code.startsWith('0'));
			expect(await verify('', 'often')).toMatchObject({ verified: false });
			expect(await verify(without(code), 'often')).toEqual({ verified: true });
		}
	});

	test('a code in digits of other scripts, or with a dash, is the same', async () => {
		const writings = ['۰', '٠', '०', '๐', '0'].map((zero) =>
			inDigitsFrom(zero.codePointAt(0) ?? 0),
		);
		const dashed = (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`;
		for (const written of [...writings, dashed]) {
			phone = `0912000${String(1000 + phones++)}`;
			await send();
			expect(await verify(written(sentCode()))).toEqual({ verified: true });
		}
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

	test('of a dozen codes at one moment no more than five are counted, and the right one counts once', async () => {
		await send();
		const code = sentCode();
		// The wrong ones first: whichever five are looked at, the others can't be right any more.
		const tries = Array.from({ length: 12 }, (_, index) =>
			verify(index < 6 ? wrong(code, index + 1) : code),
		);
		const answers = await Promise.all(tries);
		const verified = answers.filter((answer) => answer.verified === true);
		expect(verified.length).toBeLessThanOrEqual(1);
		const [row] = (await table.rows()).filter((one) => one.phone === phone);
		expect(Number(row?.tries)).toBeLessThanOrEqual(5);
	});

	test('until the pause behind the last one is over there is no other', async () => {
		await send({}, 'rarely');
		expect((await send({}, 'rarely')).status).toBe(429);
		expect(n8n.sandbox.messages()).toHaveLength(1);
		expect(await verify(sentCode(), 'rarely')).toEqual({ verified: true });
	});

	test('its time ends', async () => {
		await send({}, 'late');
		expect((await verify(sentCode(), 'late')).verified).toBe(false);
	});

	test('a new code makes the earlier one wrong, and a number gets five a day', async () => {
		const codes: string[] = [];
		for (let count = 0; count < 5; count++) {
			expect((await send({}, 'often')).body.sent).toBe(true);
			codes.push(sentCode());
		}
		expect((await verify(codes[0] ?? '', 'often')).verified).toBe(codes[0] === codes[4]);
		expect(await send({}, 'often')).toEqual({
			status: 502,
			body: { sent: false, outcome: 'notSent', error: 'This number has had its codes for today' },
		});
		expect(n8n.sandbox.messages()).toHaveLength(5);
	});

	/** The code that belongs to what the table holds, which nobody has got who was not sent it. */
	async function unsentCode(): Promise<string> {
		const [row] = (await table.rows()).filter((one) => one.phone === phone);
		const hash = createHash('sha256').update([PHRASE, phone, row?.sentAt].join('|')).digest('hex');
		return String(parseInt(hash.slice(0, 12), 16) % 1e6).padStart(6, '0');
	}

	test('a code that was not sent counts for nobody, so that no guesses come with it', async () => {
		await send();
		expect(await unsentCode()).toBe(sentCode());
		phone = `0912000${String(1000 + phones++)}`;
		n8n.sandbox.setFaults([{ fault: { kind: 'refuse', code: 1010, message: 'no such number' } }]);
		expect((await send()).body).toMatchObject({ sent: false, outcome: 'rejected' });
		expect(await verify(await unsentCode())).toEqual({ verified: false, triesLeft: 0 });
		n8n.sandbox.setFaults([]);
		for (let count = 0; count < 5; count++) await send({}, 'often');
		expect((await send({}, 'often')).body.outcome).toBe('notSent');
		expect(await verify(await unsentCode(), 'often')).toEqual({ verified: false, triesLeft: 0 });
	});

	const inDigitsFrom = (zero: number) => (national: string) =>
		national.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
	/** Of a national number with its 0. */
	const WRITINGS: Array<(national: string) => string> = [
		(national) => `+98${national.slice(1)}`,
		(national) => `0098 ${national.slice(1, 4)} ${national.slice(4)}`,
		(national) => `98${national}`,
		(national) => `+98 (0) ${national.slice(1)}`,
		(national) => `(${national.slice(0, 4)}) ${national.slice(4, 7)}-${national.slice(7)}`,
		(national) => national.slice(1),
		inDigitsFrom(0x6f0),
		inDigitsFrom(0x966),
	];

	test('verify takes every writing of a number, and counts the tries of all together', async () => {
		for (const writings of [WRITINGS.slice(0, 4), WRITINGS.slice(4)]) {
			const national = (phone = `0912000${String(1000 + phones++)}`);
			await send({}, 'often');
			const code = sentCode();
			for (const [nth, write] of writings.slice(1).entries()) {
				phone = write(national);
				const triesLeft = 4 - nth;
				expect(await verify(wrong(code, nth + 1), 'often')).toEqual({ verified: false, triesLeft });
			}
			phone = writings[0]?.(national) ?? '';
			expect(await verify(code, 'often')).toEqual({ verified: true });
		}
	});

	test('all writings of a number are one: pause, and five codes a day', async () => {
		const national = phone;
		await send({}, 'rarely');
		for (const write of WRITINGS) {
			phone = write(national);
			expect((await send({}, 'rarely')).status).toBe(429);
		}
		let sent = 0;
		for (const write of WRITINGS) {
			phone = write(national);
			sent += (await send({}, 'often')).body.sent === true ? 1 : 0;
		}
		expect(sent).toBe(5);
		expect(n8n.sandbox.messages()).toHaveLength(1 + 5);
	});

	// Lists, two behind each other, nothing, a number of another country, a short one.
	const NO_NUMBER = [['09121110001', '09121110002'], '09121110001,09121110002', 'toString'];
	test.each([
		...NO_NUMBER,
		'0912111000109121110002',
		{ number: '09121110001' },
		undefined,
		'+447911123456',
		'70090',
	])('%j gets no code, and verifies nothing', async (given) => {
		expect(await post('code/send', { phone: given })).toEqual({
			status: 400,
			body: { sent: false, error: 'Write one phone number of this country' },
		});
		const { status, body } = await post('code/verify', { phone: given, code: '000000' });
		expect([status, body.verified]).toEqual([400, false]);
		expect(n8n.sandbox.messages()).toEqual([]);
	});

	test("another client's tries and pause are not those of who owns the number", async () => {
		await send({ client: 'owner' });
		const code = sentCode();
		for (let count = 0; count < 6; count++)
			await post('code/verify', { phone, client: 'stranger', code: wrong(code, count + 1) });
		expect((await send({ client: 'stranger' })).body.sent).toBe(true);
		const { body } = await post('code/verify', { phone, client: 'owner', code });
		expect(body).toEqual({ verified: true });
		expect(await verify(code)).toMatchObject({ verified: false });
	});

	test('all numbers together get so many codes an hour, also at one moment', async () => {
		table = await makeTable(n8n.server, 'Codes', COLUMNS);
		const numbers = Array.from({ length: 8 }, (_, nth) => `0912111${1000 + nth}`);
		const answers = await Promise.all(
			numbers.map(async (number) => await post('few/send', { phone: number })),
		);
		expect(n8n.sandbox.messages().length).toBeLessThanOrEqual(3);
		expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(5);
		// Of codes that were not sent none can be right.
		for (const { phone: key, used } of await table.rows())
			expect(used).toBe(
				n8n.sandbox.messages().some(({ destination }) => destination === key) ? '' : 'not sent',
			);
		table = await makeTable(n8n.server, 'Codes', COLUMNS);
		const statuses: number[] = [];
		for (const number of numbers) statuses.push((await post('few/send', { phone: number })).status);
		expect(statuses).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
	});

	test('what may have been lost is said, and n8n keeps no execution', async () => {
		n8n.sandbox.setFaults([{ fault: { kind: 'drop', when: 'after' } }]);
		expect((await send()).body).toMatchObject({ sent: false, outcome: 'unknown' });
		// It may have arrived, and then it counts.
		expect(await verify(sentCode())).toEqual({ verified: true });
		expect(await executionsOf(n8n.server, idOf('code'))).toEqual([]);
	});
}
