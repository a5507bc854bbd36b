import {
	come,
	endedRun,
	exampleWorkflows,
	makeTable,
	type Served,
	startRun,
	type Workflow,
} from '../../e2e/n8n.ts';

const MANUAL = 'When clicking ‘Execute workflow’';
const REMINDERS = 'appointment-reminders.json';
const STATUS = 'status-each-hour.json';
const TABLE = 'data-table-to-sms.json';
const APPOINTMENT = ['name', 'phone', 'at', 'told', 'toldAt'];
const SENT = ['phone', 'text', 'outcome', 'messageId', 'sentAt', 'problem'];

/** A day from today, in UTC, as the workflow counts here. */
const day = (from: number): string =>
	new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10);

/** The recipes that work on n8n's own tables by the clock. */
export function tables(served: () => Served): void {
	let n8n: Served;

	const example = (file: string): Workflow => exampleWorkflows().get(file) as Workflow;

	beforeAll(async () => {
		n8n = served();
		await n8n.host.importWorkflows([inUtc(example(REMINDERS)), example(STATUS), example(TABLE)]);
	});

	beforeEach(() => n8n.sandbox.reset());

	const run = async (file: string) => {
		const ended = await endedRun(n8n.server, await startRun(n8n.server, example(file).id, MANUAL));
		expect(ended.status).toBe('success');
		return ended;
	};
	const texts = () =>
		n8n.sandbox.messages().map(({ destination, message }) => ({ destination, message }));

	/** At any time of the day, whatever the hours are in which it may send. */
	function inUtc(workflow: Workflow): Workflow {
		const made = structuredClone(workflow);
		const send = made.nodes.find(({ name }) => name === 'Send SMS');
		const { options } = send?.parameters as { options: { time: { values: object } } };
		expect(options.time.values).toEqual({ from: '09:00', to: '20:00', timeZone: '' });
		options.time.values = { from: '00:00', to: '23:59', timeZone: 'UTC' };
		return { ...made, settings: { ...(made.settings as object), timezone: 'UTC' } };
	}

	test('who has an appointment tomorrow is reminded, once', async () => {
		/** How tomorrow may stand in the table, and the time that it says; the others say why they are not read. */
		const READ = [
			[`${day(1)} 14:30`, '14:30'],
			[`${day(1)} 9:05`, '09:05'],
			[` ${day(1).replaceAll('-', '/')}  09:05:30 `, '09:05'],
			[`${day(1).replace(/-0/g, '-')} 9:05`, '09:05'],
			[`${day(1)}T14:30:00.000Z`, '14:30'],
			[`${day(1)}T14:30:00+02:00`, '12:30'],
		];
		const UNREAD = ['', '14:30', '1405-09-08 14:30', '2027', day(1), '46354.375', 'next Monday'];
		const table = await makeTable(n8n.server, 'Appointments', APPOINTMENT);
		await table.add([
			...READ.map(([at], nth) => ({ name: 'Emma', phone: `912000010${nth}`, at })),
			{ name: 'James', phone: '09120000092', at: `${day(2)} 09:00` },
			...UNREAD.map((at) => ({ name: 'Nina', phone: '09120000093', at })),
			{ name: '', phone: '09120000094', at: `${day(1)}T08:15` },
		]);
		const first = await run(REMINDERS);
		const reminders = READ.map(([, time], nth) => ({
			destination: `0912000010${nth}`,
			message: `Hello Emma, we expect you tomorrow at ${time}.`,
		}));
		expect(texts()).toEqual(reminders);
		const reasons = first.data.resultData.runData['Not told']?.flatMap(
			({ data }) => data?.main[0]?.map(({ json }) => json.error) ?? [],
		);
		expect(reasons?.sort()).toEqual([
			expect.stringContaining('$json.name'),
			...UNREAD.map(
				(at) =>
					`at holds "${at}", which is no Gregorian date with a time, such as 2027-03-01 14:30`,
			).sort(),
		]);

		await run(REMINDERS);
		expect(texts()).toEqual(reminders);
		expect((await table.rows()).flatMap(({ told }) => told || [])).toEqual(
			READ.map(([, time]) => `${day(1)} ${time}`),
		);
	});

	/** In which order an appointment is moved, and what each move is told by; nothing for one that is told already. */
	const AT = (from: number, time: string) => `${day(from)} ${time}`;
	const TOMORROW = (time: string) => `we expect you tomorrow at ${time}.`;
	const NOW = (from: number, time: string) => `your appointment is now on ${day(from)} at ${time}.`;
	const OFF = (from: number, time: string) =>
		`your appointment of ${day(from)} at ${time} is cancelled.`;
	const MOVES: Array<Array<[at: string, told?: string]>> = [
		[
			[AT(1, '10:00'), TOMORROW('10:00')],
			[AT(1, '11:00'), TOMORROW('11:00')],
			[AT(1, '10:00'), TOMORROW('10:00')],
			[AT(1, '11:00'), TOMORROW('11:00')],
			['cancelled', OFF(1, '11:00')],
			[AT(1, '11:00'), TOMORROW('11:00')],
		],
		[
			[AT(3, '10:00')],
			[AT(1, '10:00'), TOMORROW('10:00')],
			[AT(3, '10:00'), NOW(3, '10:00')],
			[AT(4, '09:00'), NOW(4, '09:00')],
			['Cancelled ', OFF(4, '09:00')],
			[AT(5, '09:00'), NOW(5, '09:00')],
			[AT(1, '10:00'), TOMORROW('10:00')],
		],
		[
			['cancelled'],
			[AT(-1, '10:00')],
			[AT(1, '10:00'), TOMORROW('10:00')],
			// It is over: who moves it there has mistyped.
			[AT(-1, '10:00')],
			['14:30'],
			[AT(1, '10:00')],
		],
	];

	test('what was told is told anew after each move, in every order, and nothing twice by two runs at once', async () => {
		const table = await makeTable(n8n.server, 'Appointments', APPOINTMENT);
		const phones = MOVES.map((_, nth) => `0912000020${nth}`);
		await table.add(phones.map((phone) => ({ name: 'Mona', phone, at: '' })));
		const wanted: string[] = [];
		for (const nth of Array(Math.max(...MOVES.map(({ length }) => length))).keys()) {
			for (const [row, phone] of phones.entries()) {
				const [at, told] = MOVES[row]?.[nth] ?? [];
				if (at !== undefined) await table.write('phone', phone, { at });
				if (told !== undefined) wanted.push(`${phone}: Hello Mona, ${told}`);
			}
			await Promise.all([run(REMINDERS), run(REMINDERS)]);
			const came = texts().map(({ destination, message }) => `${destination}: ${message}`);
			expect(came.sort()).toEqual([...wanted].sort());
		}
	});

	test('who was told earlier of a move to tomorrow is reminded, and a dry run tells nobody', async () => {
		const table = await makeTable(n8n.server, 'Appointments', APPOINTMENT);
		const at = AT(1, '10:00');
		await table.add([{ name: 'Mona', phone: '09120000210', at, told: at, toldAt: day(-9) }]);
		const dry = structuredClone(inUtc(example(REMINDERS)));
		const send = dry.nodes.find(({ name }) => name === 'Send SMS');
		Object.assign(send?.parameters.options as object, { dryRun: true });
		await n8n.host.importWorkflows([{ ...dry, id: 'dry-reminders' }]);
		const id = await startRun(n8n.server, 'dry-reminders', MANUAL);
		expect((await endedRun(n8n.server, id)).status).toBe('success');
		expect(await table.rows()).toEqual([expect.objectContaining({ told: at, toldAt: day(-9) })]);
		await run(REMINDERS);
		await run(REMINDERS);
		expect(texts()).toEqual([
			{ destination: '09120000210', message: 'Hello Mona, we expect you tomorrow at 10:00.' },
		]);
	});

	test('what was accepted and is not final is asked for, and its status written into its row', async () => {
		const columns = ['phone', 'outcome', 'messageId', 'sentAt', 'status', 'final'];
		const table = await makeTable(n8n.server, 'Texts to send', columns);
		n8n.sandbox.setDelivery({ deliveredAfter: 3600 });
		const { username, password } = n8n.sandbox;
		const login = { username, password };
		const send = async (destination: string) => {
			const { status } = await fetch(`${n8n.sandbox.url}/webservice/v2rest/sendsms`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ ...login, source: '3000', destination, message: 'Hello' }),
			});
			expect(status).toBe(200);
			return n8n.sandbox.messages().at(-1)?.id ?? '';
		};
		const first = await send('09120000091');
		const second = await send('09120000092');
		const late = await send('09120000095');
		const sentAt = (daysAgo: number) => `${day(-daysAgo)} 09:00:00`;
		const row = (phone: string, messageId: string, more = {}) => ({
			phone,
			outcome: 'accepted',
			messageId,
			...more,
		});
		await table.add([
			row('09120000091', first, { sentAt: sentAt(1) }),
			row('09120000092', second, { final: 'yes', status: 'Delivered' }),
			row('09120000093', '', { outcome: 'rejected' }),
			row('09120000094', ''),
			row('09120000095', late, { sentAt: sentAt(3) }),
		]);
		const shown = async () => (await table.rows()).map(({ status, final }) => [status, final]);
		const asked = () =>
			n8n.sandbox
				.requests()
				.flatMap(({ path, fields }) =>
					path.endsWith('/msgstatus') ? (fields as { msgid: string }).msgid : [],
				);
		await run(STATUS);
		const [open, , , , old] = await shown();
		expect(open).toEqual(['Sent', '']);
		expect(old).toEqual(['Sent, nothing final after two days', 'yes']);
		n8n.sandbox.setDelivery({ deliveredAfter: 0 });
		await run(STATUS);
		const [over, none] = [
			['Delivered', 'yes'],
			['', ''],
		] as const;
		expect(await shown()).toEqual([over, over, none, none, old]);
		await run(STATUS);
		// The third time there is nothing to ask for.
		expect(asked()).toEqual([`${first},${late}`, first]);
	});

	test('a row that was sent before it was written keeps its id, and one in doubt goes again by a word', async () => {
		const table = await makeTable(n8n.server, 'Texts to send', SENT);
		const [sent, lost] = ['09120000301', '09120000302'];
		await table.add([{ phone: sent, text: 'Hello' }]);
		await run(TABLE);
		const [first] = await table.rows();
		expect(first).toMatchObject({ outcome: 'accepted', messageId: expect.stringMatching(/^\d+$/) });
		// As if nothing had been written, but for the id.
		await table.write('phone', sent, { outcome: '' });
		n8n.sandbox.setFaults([
			{ match: { destination: lost }, fault: { kind: 'drop', when: 'before' } },
		]);
		await table.add([{ phone: lost, text: 'Hello' }]);
		await run(TABLE);
		expect((await table.rows())[0]).toEqual(first);
		n8n.sandbox.setFaults([]);
		const outcome = async () => (await table.rows())[1]?.outcome;
		expect(await outcome()).toBe('unknown');
		await table.write('phone', lost, { outcome: 'again' });
		await run(TABLE);
		expect(await outcome()).toBe('accepted');
		expect(texts().map(({ destination }) => destination)).toEqual([sent, lost]);
	});

	test('a run that is stopped has written the batches that were sent, and the next one sends the rest', async () => {
		const table = await makeTable(n8n.server, 'Texts to send', SENT);
		const phones = Array.from({ length: 250 }, (_, nth) => `0912000${1000 + nth}`);
		await table.add(phones.map((phone) => ({ phone, text: 'Hello' })));
		n8n.sandbox.setFaults([
			{ match: { destination: phones[150] }, fault: { kind: 'delay', ms: 60_000 } },
		]);
		const id = await startRun(n8n.server, example(TABLE).id, MANUAL);
		await come(() => n8n.sandbox.requests().length === 2);
		expect((await n8n.server.rest('POST', `/rest/executions/${id}/stop`)).status).toBe(200);
		const outcomes = async () => (await table.rows()).map(({ outcome }) => outcome);
		const sent = n8n.sandbox.messages().map((message) => message.id);
		expect(sent.length).toBeGreaterThanOrEqual(100);
		const written = (await table.rows()).slice(0, 100);
		expect(written.map(({ messageId }) => messageId)).toEqual(sent.slice(0, 100));
		expect(await outcomes()).toEqual([
			...Array<string>(100).fill('accepted'),
			...Array<string>(150).fill(''),
		]);

		n8n.sandbox.setFaults([]);
		await run(TABLE);
		expect(await outcomes()).toEqual([
			...Array<string>(100).fill('accepted'),
			// This request was on its way.
			...Array<string>(100).fill('unknown'),
			...Array<string>(50).fill('accepted'),
		]);
		const to = n8n.sandbox.messages().map(({ destination }) => destination);
		expect(new Set(to).size).toBe(to.length);
	});
}
