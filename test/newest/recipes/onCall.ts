import {
	come,
	endedRun,
	executionsOf,
	linkIn,
	makeTable,
	openApart,
	publish,
	type Sandbox,
	type Served,
	storedRun,
	submitted,
} from '../../e2e/n8n.ts';
import { begunBy, copyOf, post, RECIPES_KEY, type Changes } from './keyed.ts';

const FILE = 'who-is-on-call.json';
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const ROTA = DAYS.map((day, nth) => ({ day, name: `Person ${nth}`, phone: `0912000008${nth}` }));
/** A run whose question is over at once, as soon as n8n looks, or in a minute; another has more time than any test takes. */
const MINUTES = {
	'on-call': 600,
	'on-call-silent': 0.001,
	'on-call-over': 1,
	'on-call-nobody': 600,
} as const;
type Copy = keyof typeof MINUTES;

const ON_DUTY = 'who is on duty';
/** Whose day it is by a shift that begins at eight, in UTC. */
const onDuty = () => ROTA[(new Date(Date.now() - 8 * 3600_000).getUTCDay() + 6) % 7]?.phone ?? '';

/** One alert, as Alertmanager and Grafana post it. */
const alert = (fingerprint: string, status: 'firing' | 'resolved' = 'firing') => ({
	status,
	fingerprint,
	startsAt: '2026-11-26T09:00:00Z',
	labels: { alertname: 'DiskFull', instance: `${fingerprint}:9100` },
	annotations: { summary: 'no space left' },
});
const notice = (...alerts: object[]) => ({
	version: '4',
	groupKey: '{}',
	truncatedAlerts: 0,
	status: 'firing',
	alerts,
});
const grafana = (...alerts: object[]) => ({
	...notice(...alerts),
	version: '1',
	orgId: 1,
	title: '[FIRING:1]',
	state: 'alerting',
	message: '**Firing**',
});
const says = (name: string) => `DiskFull on ${name}:9100: no space left`;

/** What a person gets in an hour is another test's matter. */
const unlimited = ({ options }: Record<string, unknown>) => {
	const own = options as { limits: { values: object } | undefined };
	expect(own.limits?.values).toMatchObject({ perHours: 1 });
	own.limits = undefined;
};

const changes = (id: Copy): Changes => ({
	'Ask by text': (parameters) => {
		unlimited(parameters);
		const { limitWaitTime } = parameters.options as {
			limitWaitTime: { values: Record<string, unknown> };
		};
		expect(limitWaitTime.values).toMatchObject({ resumeAmount: 5, resumeUnit: 'minutes' });
		limitWaitTime.values.resumeAmount = MINUTES[id];
	},
	'Text that it is over': unlimited,
});

/** The recipe of a rota. */
export function onCall(served: () => Served): () => void {
	let n8n: Served;
	let apart: Sandbox;
	/** Whose day it was when all began. */
	let first: string;
	let nobody: Awaited<ReturnType<typeof posted>>;
	let silent: string;
	let over: string;
	let tries = 0;

	const begun = (id: Copy, body: unknown) =>
		begunBy(n8n, id, async () => expect((await post(n8n, id, body)).status).toBe(200));
	const posted = async (id: Copy, body: unknown) =>
		await endedRun(n8n.server, await begun(id, body));
	/** The same for a notice that asks somebody. */
	const asked = async (id: Copy, body: unknown) => {
		const run = await begun(id, body);
		await come(async () => {
			const { status, waitTill } = await storedRun(n8n.server, run);
			return (
				status !== 'running' && status !== 'new' && (status !== 'waiting' || Boolean(waitTill))
			);
		});
		return run;
	};
	const reached = (sandbox: Sandbox) =>
		sandbox
			.messages()
			.map(({ kind, destination, message = '' }) => [
				[first, onDuty()].includes(destination) ? ON_DUTY : destination,
				kind === 'sms' ? message.split('\n')[0] : 'a call',
			]);

	beforeAll(async () => {
		n8n = served();
		apart = await openApart(n8n);
		first = onDuty();
		await n8n.host.importCredentials([RECIPES_KEY]);
		const rota = await makeTable(n8n.server, 'Rota', ['day', 'name', 'phone']);
		const columns = ['event', 'state', 'incident', 'text', 'phone'];
		await makeTable(n8n.server, 'Alerts on call', columns);
		const ids = Object.keys(MINUTES) as Copy[];
		const made = ids.map((id) => {
			const copy = copyOf(FILE, id, changes(id), id !== 'on-call');
			return { ...copy, settings: { ...(copy.settings as object), timezone: 'Etc/UTC' } };
		});
		await n8n.host.importWorkflows(made);
		await publish(n8n.server, ...ids);
		// Nobody has a day yet.
		nobody = await posted('on-call-nobody', notice(alert('n1')));
		await rota.add(ROTA.map(({ day, ...row }) => ({ day: ` ${day.toLowerCase()}`, ...row })));
		await askedInTime();
		silent = await asked('on-call-silent', grafana(alert('s1'), alert('s2')));
	});

	/** Tells that an alert is over while its question is open still: anew where a busy machine was too late. */
	const askedInTime = async (): Promise<void> => {
		apart.reset();
		const name = `o${++tries}`;
		over = await asked('on-call-over', notice(alert(name)));
		await posted('on-call-over', notice(alert(name, 'resolved')));
		if ((await storedRun(n8n.server, over)).status === 'waiting') return;
		await endedRun(n8n.server, over);
		await askedInTime();
	};

	beforeEach(() => n8n.sandbox.reset());

	test('whose day it is is asked once, however often it fires, and told when it is over', async () => {
		const run = await asked('on-call', notice(alert('a1')));
		await posted('on-call', notice(alert('a1')));
		await posted('on-call', notice({ ...alert('a1'), startsAt: '2026-11-29T09:00:00Z' }));
		expect(reached(n8n.sandbox)).toEqual([[ON_DUTY, `ALERT: ${says('a1')}`]]);
		const link = linkIn(n8n.sandbox.messages()[0]?.message) ?? '';
		expect((await submitted(link, { answer: 'approve' })).status).toBe(200);
		expect((await endedRun(n8n.server, run)).status).toBe('success');
		await posted('on-call', notice(alert('a1', 'resolved')));
		await posted('on-call', notice(alert('a1', 'resolved')));
		const once = [
			[ON_DUTY, `ALERT: ${says('a1')}`],
			[ON_DUTY, `OK, was: ${says('a1')}`],
		];
		expect(reached(n8n.sandbox)).toEqual(once);
		// The next time it is another incident.
		await asked('on-call', notice(alert('a1')));
		expect(reached(n8n.sandbox)).toEqual([...once, once[0]]);
	});

	test('several alerts of one notice are one question, of which only the new ones are asked', async () => {
		await asked('on-call', notice(alert('b1')));
		await asked('on-call', notice(alert('b1'), alert('b2'), alert('b3')));
		expect(reached(n8n.sandbox).map(([, text]) => text)).toEqual([
			`ALERT: ${says('b1')}`,
			`ALERT: 2 alerts: ${says('b2')}; ${says('b3')}`,
		]);
	});

	test('one alert that two notices tell of at one moment is asked once', async () => {
		await Promise.all([1, 2].map(() => post(n8n, 'on-call', notice(alert('c1')))));
		await come(async () => {
			const all = await executionsOf(n8n.server, 'on-call');
			return all.every(({ status }) => status !== 'running' && status !== 'new');
		});
		expect(reached(n8n.sandbox)).toHaveLength(1);
	});

	test.each([
		['event, state and text', { event: 'tank', state: 'low', text: 'oil\n low' }, 'oil low'],
		['a number as text', { event: 'x', state: 1, text: 17 }, '17'],
		['what nobody can read', { unknown: true }, 'unreadable alert'],
		['a list with something odd in it', notice({ odd: 1 }), 'unreadable alert'],
	])('%s of another system is asked too', async (_, body, text) => {
		await asked('on-call', body);
		expect(reached(n8n.sandbox)).toEqual([[ON_DUTY, `ALERT: ${text}`]]);
	});

	test.each([['OK'], ['resolved'], [0], [false]])('%s is its end', async (state) => {
		await asked('on-call', { event: `end ${String(state)}`, state: 'down', text: 'pump' });
		await posted('on-call', { event: `end ${String(state)}`, state, text: 'pump runs' });
		expect(reached(n8n.sandbox)[1]).toEqual([ON_DUTY, 'OK, was: pump']);
	});

	test('what is left out of a notice is told of', async () => {
		await asked('on-call', { ...notice(alert('d1')), groupKey: 'd', truncatedAlerts: 5 });
		const [[, text] = []] = reached(n8n.sandbox);
		expect(text).toBe(`ALERT: 2 alerts: ${says('d1')}; 5 more, left out of the notice`);
	});

	test('a text that is refused becomes a call at once', async () => {
		const match = { path: '/webservice/v2rest/sendsms' };
		const fault = { kind: 'refuse', code: 1002, message: 'sender is inactive' } as const;
		n8n.sandbox.setFaults([{ match, fault }]);
		expect((await posted('on-call', notice(alert('e1')))).status).toBe('success');
		expect(reached(n8n.sandbox)).toEqual([[ON_DUTY, 'a call']]);
	});

	test('where nobody has the day the run fails, and says of what nobody was told', () => {
		expect(nobody.status).toBe('error');
		expect(nobody.data.resultData.error?.message).toMatch(
			/^Nobody was reached for: DiskFull on n1/,
		);
	});

	return () => {
		afterAll(async () => await (apart as Sandbox | undefined)?.close());

		test('who does not answer in time is called, once for all that still fires; of what is over nobody', async () => {
			for (const run of [silent, over])
				expect((await endedRun(n8n.server, run)).status).toBe('success');
			expect(reached(apart).map(([, text]) => text)).toEqual([
				`ALERT: ${says(`o${tries}`)}`,
				`OK, was: ${says(`o${tries}`)}`,
				`ALERT: 2 alerts: ${says('s1')}; ${says('s2')}`,
				'a call',
			]);
		});
	};
}
