import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';

import { found } from '../../host/found.ts';
import { http } from '../../host/http.ts';
import type { Server } from '../../host/server.ts';
import { exampleWorkflows, type Workflow } from '../../host/workflows.ts';
import type { Fault, Sandbox } from '../../sandbox/index.ts';
import { openApart, sendingApart, type Served } from './opened.ts';
import { webhookNode } from './built.ts';
import { endedRun, executionsOf, publish, startRun, storedRun } from './rest-run.ts';
import { linkNumber, linksOn, reached, recipe, settingOf, taken } from './taken.ts';
import { opened, submitted, waitingRun } from './waiting.ts';

const TRIGGER = 'When clicking ‘Execute workflow’';
const SMS = '/webservice/v2rest/sendsms';
const CALLS = '/v1/call/voice-file';
const REFUSED = { kind: 'refuse', code: 1002, message: 'sender is inactive' } as const;
const [FIRST, SECOND, THIRD] = ['09120000061', '09120000062', '09120000063'];

/** The recipe as it is shipped. */
const ASKED = 'escalate';

/** Is told where nobody of the list takes it. */
const TOLD = {
	...(exampleWorkflows().get('escalate-when-a-workflow-fails.json') as Workflow),
	id: 'escalateTold',
	name: 'escalateTold',
};

/** The first two questions end at once, as soon as n8n looks; a later one stays open for as long as other tests may take. */
const SHORT = '={{ $runIndex < 2 ? 0.02 : 600 }}';

/** The recipe with a webhook as trigger: n8n tells no error workflow of a run that was started by hand. */
function hooked(id: string): Workflow {
	const made = recipe(id, { settings: { errorWorkflow: TOLD.id } });
	const hook = { ...webhookNode(TRIGGER, id), position: [0, 0] };
	return { ...made, nodes: made.nodes.map((node) => (node.name === TRIGGER ? hook : node)) };
}

/** The recipe that asks one person after the other. */
export function escalateUntilTaken(served: () => Served): () => void {
	let n8n: Served;
	let server: Server;
	let apart: Sandbox;
	/** Two runs that wait in vain, side by side. */
	let unanswered: string[];

	beforeAll(async () => {
		n8n = served();
		({ server } = n8n);
		apart = await openApart(n8n);
		await n8n.host.importWorkflows([
			recipe(ASKED),
			TOLD,
			hooked('nobody'),
			recipe('untidy', {
				people: `\r\n  Reza  ،  0912 000 0062 \r\n\r\n   \n\tAhmadi, Sara ,۰۹۱۲۰۰۰۰۰۶۱\r\n${THIRD}\n\n`,
			}),
			recipe('empty', { people: ' \r\n\n' }),
			// They wait for longer than any test.
			recipe('storm', { minutes: '={{ 600 }}' }),
			...[
				recipe('nobody-answers', { people: `Narges, ${THIRD}`, minutes: SHORT }),
				recipe('second-takes', { people: `Sara, ${FIRST}\nOmid, ${SECOND}`, minutes: SHORT }),
			].map(sendingApart),
		]);
		await publish(server, TOLD.id, 'nobody');
		unanswered = [await start('second-takes'), await start('nobody-answers')];
	});

	beforeEach(() => n8n.sandbox.reset());

	const start = (id: string) => startRun(server, id, TRIGGER);

	/** Presses the button on the page behind a link. */
	const press = (link: string) => submitted(link, { answer: 'approve' });

	/** Waits until a run asks by the how-manieth text to a phone, and gives its link. */
	async function asked(execution: string, phone: string, count: number): Promise<string> {
		const link = await linkNumber(n8n.sandbox, phone, count);
		await waitingRun(server, execution);
		return link;
	}

	test('the first person takes it: nobody is called', async () => {
		const execution = await start(ASKED);
		const link = await asked(execution, FIRST, 1);
		const [text] = n8n.sandbox.messages();
		expect(text).toMatchObject({ source: settingOf('sender'), destination: FIRST });
		expect(text?.message).toBe(`${String(settingOf('text'))}\n${link}`);

		const page = await opened(link);
		expect(page.status).toBe(200);
		expect(page.html).toContain('I take it');
		expect(page.html).toContain(String(settingOf('text')));
		const before = Date.now();
		expect((await press(link)).status).toBe(200);
		const ended = await endedRun(server, execution);
		expect(ended.status).toBe('success');
		expect(taken(ended)).toEqual([
			{ takenBy: 'Sara Lopez', phone: FIRST, takenAt: expect.any(String) },
		]);
		const at = Date.parse(String(taken(ended)[0]?.takenAt));
		expect(at).toBeGreaterThanOrEqual(before);
		expect(at).toBeLessThanOrEqual(Date.now());
		expect(reached(n8n.sandbox)).toEqual([[FIRST, 'sms']]);
	});

	const FAILED: Array<[string, Fault['fault'], boolean]> = [
		['is refused', REFUSED, false],
		['may have been sent, or not', { kind: 'drop', when: 'after' }, true],
	];

	test.each(FAILED)(
		'a text that %s: the call comes at once, and a text with a new link',
		async (_title, fault, arrives) => {
			n8n.sandbox.setFaults([{ match: { path: SMS }, times: 1, fault }]);
			const execution = await start(ASKED);
			const link = await asked(execution, FIRST, arrives ? 2 : 1);
			expect(reached(n8n.sandbox)).toEqual([
				...(arrives ? [[FIRST, 'sms']] : []),
				[FIRST, 'voiceFile'],
				[FIRST, 'sms'],
			]);
			expect(n8n.sandbox.messages().find(({ kind }) => kind === 'voiceFile')).toMatchObject({
				fileId: settingOf('fileId'),
			});
			if (arrives) {
				const [old = ''] = linksOn(n8n.sandbox, FIRST);
				expect((await press(old)).status).toBe(410);
				expect((await storedRun(server, execution)).status).toBe('waiting');
			}
			expect((await press(link)).status).toBe(200);
			expect(taken(await endedRun(server, execution))).toMatchObject([{ phone: FIRST }]);
		},
	);

	test('the list as people write it: spaces, empty lines, new lines of Windows, a Persian comma, a number alone', async () => {
		n8n.sandbox.setFaults([
			{ match: { path: SMS, destination: SECOND }, fault: REFUSED },
			{ match: { path: SMS, destination: FIRST }, fault: REFUSED },
		]);
		const execution = await start('untidy');
		const link = await asked(execution, THIRD, 1);
		// A call that was made tells whose turn it was.
		expect(reached(n8n.sandbox)).toEqual([
			[SECOND, 'voiceFile'],
			[FIRST, 'voiceFile'],
			[THIRD, 'sms'],
		]);
		await press(link);
		const ended = await endedRun(server, execution);
		expect(taken(ended)).toMatchObject([{ takenBy: THIRD, phone: THIRD }]);
		const turns = ended.data.resultData.runData['Each turn']?.[0]?.data?.main[0] ?? [];
		expect(turns.map(({ json }) => json.name)).toEqual(
			['Reza', 'Ahmadi, Sara', THIRD].flatMap((name) => [name, name]),
		);
	});

	test('nobody can be asked: each is called, the run fails and says so, and its error workflow is told', async () => {
		n8n.sandbox.setFaults([
			...[FIRST, SECOND, THIRD].map((destination) => ({
				match: { path: SMS, destination },
				fault: REFUSED,
			})),
			// The call to the second is refused two times, and n8n tries it again; that to the third is refused always.
			{ match: { path: CALLS, destination: SECOND }, times: 2, fault: REFUSED },
			{ match: { path: CALLS, destination: THIRD }, fault: REFUSED },
		]);
		const { status } = await http.post(`${server.url}/webhook/nobody`, {});
		expect(status).toBe(200);
		const told = await ending(TOLD.id);
		const failed = await ending('nobody');
		const words = `Nobody of the list took this: ${String(settingOf('text'))}`;
		expect(failed.status).toBe('error');
		expect(failed.data.resultData.error?.message).toBe(words);
		expect(taken(failed)).toEqual([]);
		expect(reached(n8n.sandbox, FIRST, SECOND, THIRD)).toEqual([
			[FIRST, 'voiceFile'],
			[SECOND, 'voiceFile'],
		]);
		const calls = n8n.sandbox.requests().filter(({ path }) => path === CALLS);
		const to = calls.map(({ body }) => /0912000006\d/.exec(body)?.[0]).filter(Boolean);
		expect(to).toEqual([FIRST, ...Array<string>(3).fill(SECOND), ...Array<string>(3).fill(THIRD)]);
		expect(told.status).toBe('success');
		const [text] = n8n.sandbox.messages().filter(({ kind }) => kind === 'sms');
		expect(text?.message).toContain(words);
	});

	test('of a storm a person is asked twelve times an hour, and then the next one', async () => {
		const hour = new Date().getUTCHours();
		for (let run = 0; run < 12; run++) await start('storm');
		await linkNumber(n8n.sandbox, FIRST, 12);
		await asked(await start('storm'), SECOND, 1);
		if (new Date().getUTCHours() !== hour) return;
		expect(reached(n8n.sandbox)).toEqual([
			...Array<[string, string]>(12).fill([FIRST, 'sms']),
			[FIRST, 'voiceFile'],
			[SECOND, 'sms'],
		]);
	});

	/** Waits until a workflow has run, by whatever started it. */
	async function ending(id: string) {
		const run = await found(async () => (await executionsOf(server, id))[0]);
		return await endedRun(server, run.id);
	}

	test('a list with nobody in it fails as well, and nothing is sent', async () => {
		const ended = await endedRun(server, await start('empty'));
		expect(ended.status).toBe('error');
		expect(ended.data.resultData.error?.message).toMatch(/^Nobody of the list took this: /);
		expect(n8n.sandbox.requests()).toEqual([]);
	});

	return () => {
		afterAll(async () => await (apart as Sandbox | undefined)?.close());

		test('who does not answer in time is called and asked again, then the next one is asked; an old link answers nothing', async () => {
			const [execution = '', lonely = ''] = unanswered;
			const link = await linkNumber(apart, SECOND, 1);
			await waitingRun(server, execution);
			const old = linksOn(apart, FIRST);
			expect(new Set([...old, link]).size).toBe(3);
			expect(reached(apart, FIRST, SECOND)).toEqual([
				[FIRST, 'sms'],
				[FIRST, 'voiceFile'],
				[FIRST, 'sms'],
				[SECOND, 'sms'],
			]);
			const { waitTill } = await storedRun(server, execution);
			for (const one of old) {
				for (const page of [await opened(one), await press(one)]) {
					expect(page.status).toBe(410);
					expect(page.html).not.toContain('<form');
				}
			}
			expect(await storedRun(server, execution)).toMatchObject({ status: 'waiting', waitTill });

			expect((await press(link)).status).toBe(200);
			const ended = await endedRun(server, execution);
			expect(ended.status).toBe('success');
			expect(taken(ended)).toMatchObject([{ takenBy: 'Omid', phone: SECOND }]);
			expect(reached(apart, FIRST, SECOND)).toHaveLength(4);

			const failed = await endedRun(server, lonely);
			expect(failed.status).toBe('error');
			expect(failed.data.resultData.error?.message).toMatch(/^Nobody of the list took this: /);
			expect(reached(apart, THIRD)).toEqual([
				[THIRD, 'sms'],
				[THIRD, 'voiceFile'],
				[THIRD, 'sms'],
			]);
		});
	};
}
