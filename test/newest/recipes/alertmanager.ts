import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { debianProgram } from '../../../host/debian.ts';
import {
	come,
	ENDED,
	endedRun,
	executionsOf,
	freePort,
	http,
	itemsOf,
	type Served,
} from '../../e2e/n8n.ts';
import { start } from '../../../host/process.ts';
import type { Copy, Monitoring } from './monitoring.ts';

/** The alerts of a test, and the copy of the recipe that has them: they go on at one moment, as most of it is waiting. */
type Kind = 'one' | 'two' | 'cut';
const copyOf = (kind: Kind): Copy => `monitoring-${kind}`;

interface Notice {
	alerts: unknown[];
	truncatedAlerts?: number;
}

/** The recipe behind a real Alertmanager, which sends all that is new after a second, and again every five: so that on a busy machine too a run has ended when the next begins. */
export function alertmanagerItself(
	served: () => Served,
	{ url, left, latest, login }: Pick<Monitoring, 'url' | 'left' | 'latest' | 'login'>,
): void {
	const program = debianProgram('alertmanager');
	if (program === undefined) return;
	let api: string;
	let stop: () => Promise<void>;

	beforeAll(async () => {
		const folder = served().host.n8nFolders[0] ?? '.';
		const listen = `127.0.0.1:${await freePort()}`;
		api = `http://${listen}/api/v2`;
		const { user: username, password } = login;
		const receiver = (name: string, kind: Kind, more = {}) => ({
			name,
			webhook_configs: [
				{ url: url(copyOf(kind)), http_config: { basic_auth: { username, password } }, ...more },
			],
		});
		const route = (kind: Kind, receiver: string, more = {}) => ({
			matchers: [`kind="${kind}"`],
			receiver,
			...more,
		});
		const config = {
			route: {
				receiver: 'one',
				group_by: ['kind', 'round'],
				group_wait: '1s',
				group_interval: '5s',
				repeat_interval: '5s',
				routes: [
					route('two', 'two', { continue: true }),
					route('two', 'again'),
					route('cut', 'cut'),
				],
			},
			receivers: [
				...[receiver('one', 'one'), receiver('two', 'two'), receiver('again', 'two')],
				receiver('cut', 'cut', { max_alerts: 2 }),
			],
		};
		const file = join(folder, 'alertmanager.yml');
		await writeFile(file, JSON.stringify(config));
		const places = [`--config.file=${file}`, `--storage.path=${folder}/alertmanager`];
		const alone = [`--web.listen-address=${listen}`, '--cluster.listen-address='];
		({ stop } = start(program.path, [...places, ...alone], { cwd: program.cwd, env: process.env }));
		await come(() =>
			http.get<string>(`${api}/status`).then(
				({ status }) => status === 200,
				() => false,
			),
		);
	});
	afterAll(() => stop());

	/** Tells Alertmanager of alerts, as Prometheus does. */
	async function tell(kind: Kind, instances: string[], times: object, round = '0') {
		const alerts = instances.map((instance) => ({
			labels: { alertname: 'Down', kind, instance, round },
			annotations: { summary: 'no answer' },
			...times,
		}));
		expect((await http.post<string>(`${api}/alerts`, alerts)).status).toBe(200);
	}
	const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
	/** Waits until it has posted so many more times. */
	async function notices(kind: Kind, count: number): Promise<void> {
		const { server } = served();
		const before = await latest(copyOf(kind));
		await come(async () => {
			const all = await executionsOf(server, copyOf(kind));
			return all.filter(({ id }) => Number(id) > before).length >= count;
		});
	}
	/** Ends alerts, and waits until that was told of everywhere: it posts no more, three times as long as it would wait. */
	async function over(kind: Kind, instances: string[], round?: string): Promise<void> {
		await tell(kind, instances, { startsAt: inMinutes(-1), endsAt: inMinutes(0) }, round);
		let last = { at: Date.now(), id: '' };
		await come(async () => {
			const all = await executionsOf(served().server, copyOf(kind));
			const [{ id } = { id: '' }] = all;
			const isQuiet = id === last.id && all.every(({ status }) => ENDED.includes(status));
			if (!isQuiet) last = { at: Date.now(), id };
			return Date.now() - last.at > 15_000;
		});
	}

	/** How many alerts each notice since then was of. */
	async function sizesOf(kind: Kind, since: number): Promise<number[]> {
		const { server } = served();
		const all = await executionsOf(server, copyOf(kind));
		return await Promise.all(
			all
				.filter(({ id }) => Number(id) > since)
				.map(async ({ id }) => {
					const [item] = itemsOf(await endedRun(server, id), 'Webhook');
					const { alerts, truncatedAlerts } = item?.json.body as Notice;
					return alerts.length + (truncatedAlerts ?? 0);
				}),
		);
	}

	const textsFrom = (from: number) =>
		left()
			.slice(from)
			.map(([, words = '']) => words);
	let texts: string[];
	let cutTexts: string[];
	beforeAll(async () => {
		served().sandbox.reset();
		const renewed = async (kind: Kind, instance: string, posts: number) => {
			for (let renewal = 0; renewal < 3; renewal++) {
				// Without a beginning, which then moves with the end.
				await tell(kind, [instance], { endsAt: inMinutes(5) });
				await notices(kind, posts);
			}
			await over(kind, [instance]);
		};
		const cut = async (nth = 0): Promise<void> => {
			const [before, round] = [await latest(copyOf('cut')), String(nth)];
			const from = left().length;
			const all = Array.from({ length: 7 }, (_, one) => `web${one}-${round}`);
			await tell('cut', all.slice(0, 3), {}, round);
			await notices('cut', 2);
			await tell('cut', all, {}, round);
			await notices('cut', 3);
			await over('cut', all, round);
			// Alertmanager takes in one alert after the other: on a busy machine a notice may have some of them.
			const sizes = await sizesOf('cut', before);
			if (sizes.some((size) => size !== 3 && size !== 7)) return await cut(nth + 1);
			cutTexts = textsFrom(from).map((text) => text.replaceAll(`-${round}`, ''));
		};
		await Promise.all([renewed('one', 'db1', 2), renewed('two', 'db2', 4), cut()]);
		texts = textsFrom(0);
	});
	const isOf = (instance: string) => (text: string) => text.includes(` ${instance}: no answer`);

	test.each([
		['one', 'firing, renewed, repeated and resolved is two texts', 'db1'],
		['two', 'which two receivers have, is two texts too', 'db2'],
	])('an alert of the kind %s, %s', (_, _what, instance) => {
		const said = [
			`ALERT: Down on ${instance}: no answer`,
			`OK, was: Down on ${instance}: no answer`,
		];
		expect(texts.filter(isOf(instance))).toEqual(said);
	});

	test('of seven alerts, of which a notice has two, each is told of, and none is over that was not', () => {
		expect(cutTexts.filter((text) => !isOf('db1')(text) && !isOf('db2')(text))).toEqual([
			'ALERT: Down on web0: no answer',
			'ALERT: Down on web1: no answer',
			'ALERT: 1 more alert, left out of the notice',
			'ALERT: 5 more alerts, left out of the notice',
			expect.stringMatching(/^OK, was: 3 alerts: /),
		]);
	});
}
