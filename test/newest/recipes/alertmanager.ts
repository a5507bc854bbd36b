import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { debianProgram } from '../../../host/debian.ts';
import { come, executionsOf, freePort, http, type Served } from '../../e2e/n8n.ts';
import { start } from '../../../host/process.ts';
import type { Monitoring } from './monitoring.ts';

const COPY = 'monitoring-alertmanager';

/** The recipe behind a real Alertmanager, two of whose receivers post all that is new after a second, and again every five. */
export function alertmanagerItself(
	served: () => Served,
	{ url, left, quiet, login }: Pick<Monitoring, 'url' | 'left' | 'quiet' | 'login'>,
): void {
	const program = debianProgram('alertmanager');
	if (program === undefined) return;
	let api: string;
	let stop: () => Promise<void>;

	beforeAll(async () => {
		const folder = served().host.n8nFolders[0] ?? '.';
		const listen = `127.0.0.1:${await freePort()}`;
		api = `http://${listen}/api/v2`;
		const basic_auth = { username: login.user, password: login.password };
		const webhook_configs = [{ url: url(COPY), http_config: { basic_auth } }];
		const config = {
			route: {
				receiver: 'one',
				group_wait: '1s',
				group_interval: '5s',
				repeat_interval: '5s',
				routes: [{ receiver: 'one', continue: true }, { receiver: 'two' }],
			},
			receivers: ['one', 'two'].map((name) => ({ name, webhook_configs })),
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

	const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
	/** Tells Alertmanager of an alert, as Prometheus does, and waits until both receivers have posted it. */
	async function tell(times: object): Promise<void> {
		const notices = async () => (await executionsOf(served().server, COPY)).length;
		const before = await notices();
		const labels = { alertname: 'Down', instance: 'db1' };
		const alert = { labels, annotations: { summary: 'no answer' }, ...times };
		expect((await http.post<string>(`${api}/alerts`, [alert])).status).toBe(200);
		await come(async () => (await notices()) >= before + 2);
		await quiet(COPY);
	}

	test('an alert that is renewed, and that two receivers post again and again, is one text, and one when it is over', async () => {
		// Without a beginning, which then moves with the end.
		for (let renewal = 0; renewal < 3; renewal++) await tell({ endsAt: inMinutes(5) });
		await tell({ startsAt: inMinutes(-1), endsAt: inMinutes(0) });
		await come(() => left().length > 1);
		await quiet(COPY);
		expect(left().map(([, words]) => words)).toEqual([
			'ALERT: Down on db1: no answer',
			'OK, was: Down on db1: no answer',
		]);
	});
}
