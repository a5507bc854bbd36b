import {
	endedRun,
	exampleWorkflows,
	executionsOf,
	found,
	http,
	itemsOf,
	linkIn,
	openApart,
	opened,
	publish,
	type Sandbox,
	sendingApart,
	type Served,
	startRun,
	type StoredExecution,
	storedRun,
	submitted,
	waitingRun,
	webhookNode,
	type Workflow,
} from './n8n.ts';

const EXAMPLE = exampleWorkflows().get('escalate-until-taken.json') as Workflow;
const TRIGGER = 'When clicking ‘Execute workflow’';
const SMS = '/webservice/v2rest/sendsms';
const CALLS = '/v1/call/voice-file';
const REFUSED = { kind: 'refuse', code: 1002, message: 'sender is inactive' } as const;
const [FIRST, SECOND, THIRD] = ['09120000061', '09120000062', '09120000063'];

/** Is told where nobody of the list takes it. */
const TOLD = {
	...(exampleWorkflows().get('escalate-when-a-workflow-fails.json') as Workflow),
	id: 'escalateTold',
	name: 'escalateTold',
};

/** The first two questions end at once, as soon as n8n looks; a later one stays open for as long as other tests may take. */
const SHORT = '={{ $runIndex < 2 ? 0.02 : 600 }}';

/** The recipe under another id, with other lines of people or other minutes of a question. */
function recipe(id: string, people?: string, minutes?: string): Workflow {
	const made = structuredClone(EXAMPLE);
	for (const { name, parameters } of made.nodes) {
		if (name === 'Settings' && people !== undefined) {
			const { assignments } = parameters.assignments as {
				assignments: Array<{ name: string; value: unknown }>;
			};
			for (const one of assignments) if (one.name === 'people') one.value = people;
		}
		if (name !== 'Ask by text' || minutes === undefined) continue;
		const { limitWaitTime } = parameters.options as {
			limitWaitTime: { values: { resumeAmount: string } };
		};
		limitWaitTime.values.resumeAmount = minutes;
	}
	return { ...made, id, name: id };
}

/** The recipe with a webhook as trigger: n8n tells no error workflow of a run that was started by hand. */
function hooked(id: string): Workflow {
	const made = recipe(id);
	const hook = { ...webhookNode(TRIGGER, id), position: [0, 0] };
	return {
		...made,
		nodes: made.nodes.map((node) => (node.name === TRIGGER ? hook : node)),
		settings: { ...(made.settings as object), errorWorkflow: TOLD.id },
	};
}

/** What reached the phones, in order: to whom, and in which way. */
const reached = (sandbox: Sandbox, ...phones: string[]): string[] =>
	sandbox
		.messages()
		.filter(({ destination }) => phones.length === 0 || phones.includes(destination))
		.map(({ destination, kind }) => `${destination} ${kind}`);

/** The links that a phone got, in order. */
const linksOn = (sandbox: Sandbox, phone: string): string[] =>
	sandbox
		.messages()
		.filter(({ destination, kind }) => destination === phone && kind === 'sms')
		.map(({ message }) => linkIn(message) ?? `no link: ${message}`);

/** Who took it, according to the run. */
const taken = (execution: StoredExecution) => itemsOf(execution, 'Taken').map(({ json }) => json);
const NOBODY = 'Nobody of the list took this: ';

/** The recipe that asks one person after the other; its page has the good day, and a person who can't be reached. */
export function escalateUntilTaken(served: () => Served): () => void {
	let n8n: Served;
	let apart: Sandbox;
	/** Two runs that wait in vain, side by side. */
	let unanswered: string[];

	beforeAll(async () => {
		n8n = served();
		apart = await openApart(n8n);
		await n8n.host.importWorkflows([
			recipe('escalate'),
			TOLD,
			hooked('nobody'),
			recipe(
				'untidy',
				`\r\n  Reza  ،  0912 000 0062 \r\n\r\n   \n\tAhmadi, Sara ,۰۹۱۲۰۰۰۰۰۶۱\r\n${THIRD}\n\n`,
			),
			recipe('empty', ' \r\n\n'),
			// They wait for longer than any test.
			recipe('storm', undefined, '={{ 600 }}'),
			sendingApart(recipe('nobody-answers', `Narges, ${THIRD}`, SHORT)),
			sendingApart(recipe('second-takes', `Sara, ${FIRST}\nOmid, ${SECOND}`, SHORT)),
		]);
		await publish(n8n.server, TOLD.id, 'nobody');
		unanswered = [await start('second-takes'), await start('nobody-answers')];
	});

	beforeEach(() => n8n.sandbox.reset());

	const start = (id: string) => startRun(n8n.server, id, TRIGGER);
	/** Presses the button on the page behind a link. */
	const press = (link: string) => submitted(link, { answer: 'approve' });
	/** Waits until a run asks by the how-manieth text to a phone, and gives its link. */
	async function asked(sandbox: Sandbox, execution: string, phone: string, count: number) {
		const link = await found(() => linksOn(sandbox, phone)[count - 1]);
		await waitingRun(n8n.server, execution);
		return link;
	}
	/** Waits until a workflow has run, by whatever started it. */
	const ending = async (id: string) => {
		const run = await found(async () => (await executionsOf(n8n.server, id))[0]);
		return await endedRun(n8n.server, run.id);
	};

	test('a text that may have been sent: the call comes at once, and a text with a new link, which alone answers', async () => {
		const fault = { kind: 'drop', when: 'after' } as const;
		n8n.sandbox.setFaults([{ match: { path: SMS }, times: 1, fault }]);
		const execution = await start('escalate');
		const link = await asked(n8n.sandbox, execution, FIRST, 2);
		expect(reached(n8n.sandbox)).toEqual([`${FIRST} sms`, `${FIRST} voiceFile`, `${FIRST} sms`]);
		const [old = ''] = linksOn(n8n.sandbox, FIRST);
		expect((await press(old)).status).toBe(410);
		expect((await storedRun(n8n.server, execution)).status).toBe('waiting');
		const before = Date.now();
		expect((await press(link)).status).toBe(200);
		const [by] = taken(await endedRun(n8n.server, execution));
		expect(by).toMatchObject({ takenBy: 'Sara Lopez', phone: FIRST });
		expect(Date.parse(String(by?.takenAt))).toBeGreaterThanOrEqual(before);
	});

	test('the list as people write it: spaces, empty lines, new lines of Windows, a Persian comma, a number alone', async () => {
		n8n.sandbox.setFaults(
			[SECOND, FIRST].map((destination) => ({ match: { path: SMS, destination }, fault: REFUSED })),
		);
		const execution = await start('untidy');
		const link = await asked(n8n.sandbox, execution, THIRD, 1);
		// A call that was made tells whose turn it was.
		const calls = [`${SECOND} voiceFile`, `${FIRST} voiceFile`];
		expect(reached(n8n.sandbox)).toEqual([...calls, `${THIRD} sms`]);
		await press(link);
		const ended = await endedRun(n8n.server, execution);
		expect(taken(ended)).toMatchObject([{ takenBy: THIRD, phone: THIRD }]);
		expect(itemsOf(ended, 'Each turn').map(({ json }) => json.name)).toEqual(
			['Reza', 'Ahmadi, Sara', THIRD].flatMap((name) => [name, name]),
		);
	});

	test('nobody can be asked: each is called, the run fails and says so, and its error workflow is told', async () => {
		n8n.sandbox.setFaults([
			{ match: { path: SMS, destination: FIRST }, fault: REFUSED },
			{ match: { path: SMS, destination: SECOND }, fault: REFUSED },
			{ match: { path: SMS, destination: THIRD }, fault: REFUSED },
			// The call to the second is refused two times, and n8n tries it again; that to the third is refused always.
			{ match: { path: CALLS, destination: SECOND }, times: 2, fault: REFUSED },
			{ match: { path: CALLS, destination: THIRD }, fault: REFUSED },
		]);
		expect((await http.post(`${n8n.server.url}/webhook/nobody`, {})).status).toBe(200);
		const told = await ending(TOLD.id);
		const failed = await ending('nobody');
		expect([failed.status, taken(failed)]).toEqual(['error', []]);
		const words = failed.data.resultData.error?.message ?? '';
		expect(words.startsWith(NOBODY)).toBe(true);
		const calls = [`${FIRST} voiceFile`, `${SECOND} voiceFile`];
		expect(reached(n8n.sandbox, FIRST, SECOND, THIRD)).toEqual(calls);
		const tried = n8n.sandbox.requests().filter(({ path }) => path === CALLS);
		const to = tried.flatMap(({ body }) => /0912000006\d/.exec(body)?.[0] ?? []);
		expect(to).toEqual([FIRST, SECOND, SECOND, SECOND, THIRD, THIRD, THIRD]);
		expect(told.status).toBe('success');
		const [text] = n8n.sandbox.messages().filter(({ kind }) => kind === 'sms');
		expect(text?.message).toContain(words);
	});

	test('of a storm a person is asked twelve times an hour, and then the next one', async () => {
		const hour = new Date().getUTCHours();
		for (let run = 0; run < 12; run++) await start('storm');
		await found(() => linksOn(n8n.sandbox, FIRST)[11]);
		await asked(n8n.sandbox, await start('storm'), SECOND, 1);
		if (new Date().getUTCHours() !== hour) return;
		expect(reached(n8n.sandbox)).toEqual([
			...Array<string>(12).fill(`${FIRST} sms`),
			`${FIRST} voiceFile`,
			`${SECOND} sms`,
		]);
	});

	test('a list with nobody in it fails as well, and nothing is sent', async () => {
		const { status, data } = await endedRun(n8n.server, await start('empty'));
		expect([status, data.resultData.error?.message?.startsWith(NOBODY)]).toEqual(['error', true]);
		expect(n8n.sandbox.requests()).toEqual([]);
	});

	return () => {
		afterAll(async () => await (apart as Sandbox | undefined)?.close());

		test('who does not answer in time is called and asked again, then the next one is asked; an old link answers nothing', async () => {
			const [execution = '', lonely = ''] = unanswered;
			const link = await asked(apart, execution, SECOND, 1);
			const old = linksOn(apart, FIRST);
			expect(new Set([...old, link]).size).toBe(3);
			const inVain = (phone: string) => [`${phone} sms`, `${phone} voiceFile`, `${phone} sms`];
			const all = [...inVain(FIRST), `${SECOND} sms`];
			expect(reached(apart, FIRST, SECOND)).toEqual(all);
			const { waitTill } = await storedRun(n8n.server, execution);
			for (const one of old) {
				for (const page of [await opened(one), await press(one)]) {
					expect(page.status).toBe(410);
					expect(page.html).not.toContain('<form');
				}
			}
			expect(await storedRun(n8n.server, execution)).toMatchObject({ status: 'waiting', waitTill });
			expect((await press(link)).status).toBe(200);
			const ended = await endedRun(n8n.server, execution);
			expect(taken(ended)).toMatchObject([{ takenBy: 'Omid', phone: SECOND }]);
			expect(reached(apart, FIRST, SECOND)).toEqual(all);

			const failed = await endedRun(n8n.server, lonely);
			expect(failed.status).toBe('error');
			expect(failed.data.resultData.error?.message?.startsWith(NOBODY)).toBe(true);
			expect(reached(apart, THIRD)).toEqual(inVain(THIRD));
		});
	};
}
