import { come, executionsOf, type Served } from '../../../e2e/n8n.ts';
import type { Monitoring } from '../monitoring.ts';
import * as collectd from './collectd.ts';
import * as icinga from './icinga.ts';
import * as nagios from './nagios.ts';
import * as netdata from './netdata.ts';
import * as nodeRed from './nodeRed.ts';
import { systemOf, type Open, type Seeing } from './pasted.ts';

/** What a system sees, and what is texted then; nothing, where it posts what is not new. */
type Step = [see: string | string[], says?: string];

const service = (host: string, state: number, output = '97% full') =>
	`PROCESS_SERVICE_CHECK_RESULT;${host};disk;${state};${output}`;
/** Nagios and Icinga are told of the same, of a host each: the same notice comes once a day. */
const seenOf = (host: string): [Step, ...Step[]] => [
	[service(host, 2), `ALERT: ${host}/disk: 97% full`],
	[
		`ACKNOWLEDGE_SVC_PROBLEM;${host};disk;1;1;0;ops;at it`,
		`NOTE: ACKNOWLEDGEMENT CRITICAL: ${host}/disk: 97% full`,
	],
	[service(host, 0), `OK, was: ${host}/disk: 97% full`],
	[`PROCESS_HOST_CHECK_RESULT;${host};1;no answer`, `ALERT: ${host}: no answer`],
	[`PROCESS_HOST_CHECK_RESULT;${host};0;it answers`, `OK, was: ${host}: no answer`],
];
const [alert, ...others] = seenOf('db1');

/** As collectd words it. */
const disk = (value: number, name: string, limit: number) =>
	`collectd_disk_percent on db1: Host db1, plugin disk type percent (instance used): Data source "value" is currently ${value}.000000. That is above the ${name} threshold of ${limit}.000000.`;

const SYSTEMS: Array<[name: string, program: unknown, open: Open, steps: Step[]]> = [
	[
		'Nagios',
		nagios.program,
		nagios.openNagios,
		[
			alert,
			[service('db1', 2)],
			...others,
			alert,
			// An end that nobody is told of, as of what goes over into flapping.
			[
				[
					'DISABLE_SVC_NOTIFICATIONS;db1;disk',
					service('db1', 0),
					'ENABLE_SVC_NOTIFICATIONS;db1;disk',
					service('db1', 2, '99% full'),
				],
				'ALERT: db1/disk: 99% full',
			],
			[service('db1', 0), 'OK, was: db1/disk: 99% full'],
		],
	],
	['Icinga 2', icinga.program, icinga.openIcinga, seenOf('db2')],
	[
		'Netdata',
		netdata.program,
		netdata.openNetdata,
		[
			['WARNING', 'ALERT: db1/disk_space._/disk_space_usage: disk / space utilization, 97%'],
			['CRITICAL'],
			['CLEAR', 'OK, was: db1/disk_space._/disk_space_usage: disk / space utilization, 97%'],
		],
	],
	[
		'collectd',
		collectd.program,
		collectd.openCollectd,
		[
			['85', `ALERT: ${disk(85, 'warning', 80)}`],
			['97'],
			['40', `OK, was: ${disk(97, 'failure', 90)}`],
		],
	],
	[
		'Node-RED',
		nodeRed.program,
		nodeRed.openNodeRed,
		[
			['true', 'ALERT: door'],
			['1'],
			['false', 'OK, was: door'],
			['23.5', 'NOTE: 23.5: door'],
			['23.5'],
		],
	],
];

/** What the page has one paste, in the systems themselves. */
export function systemsThemselves(served: () => Served, made: Monitoring): void {
	const { url, left, latest, quiet, key } = made;
	const texts = () => left().map(([, words]) => words);
	const id = 'monitoring-systems';

	describe.each(SYSTEMS.filter(([, program]) => program !== undefined))(
		'%s',
		(name, _, open, steps) => {
			let seeing: Seeing;
			beforeAll(async () => {
				const base = served().host.n8nFolders[0] ?? '.';
				seeing = await open(await systemOf(name, base, { url: url(id), key }));
			});
			afterAll(() => seeing.stop());
			async function sees([what, says]: Step): Promise<void> {
				const [before, already] = [await latest(id), left().length];
				const see = async () => {
					for (const one of [what].flat()) await seeing.see(one);
				};
				await see();
				await come(async () => {
					if (says !== undefined) return left().length > already;
					// What lasts it tells of in its own time.
					await see();
					return (await latest(id)) > before;
				});
				await quiet(id);
			}

			test('tells of an incident once, and once more when it is over', async () => {
				for (const step of steps) await sees(step);
				expect(texts()).toEqual(steps.flatMap(([, says]) => says ?? []));
			});
		},
	);

	if (nagios.program === undefined) return;
	test('Nagios: what flaps is a notice, and no incident stays open behind it', async () => {
		const base = served().host.n8nFolders[0] ?? '.';
		const system = await systemOf('Nagios', `${base}/flapping`, { url: url(id), key });
		const seeing = await nagios.openNagios(system);
		try {
			const [before, already] = [(await executionsOf(served().server, id)).length, left().length];
			const log = async (words: RegExp) => ((await nagios.logOf(system)).match(words) ?? []).length;
			/** One result, and all that comes of it: Nagios has done with it when it takes the next command. */
			const result = async (state: number) => {
				const done = await log(/SAVE_STATE_INFORMATION/g);
				await seeing.see(`PROCESS_SERVICE_CHECK_RESULT;db1;net;${state};loss`);
				await seeing.see('SAVE_STATE_INFORMATION');
				await come(async () => (await log(/SAVE_STATE_INFORMATION/g)) > done);
				await come(async () => {
					const posts = await log(/SERVICE NOTIFICATION: /g);
					return (await executionsOf(served().server, id)).length - before >= posts;
				});
				await quiet(id);
			};
			const isFlapping = async () => (await log(/FLAPPING ALERT: db1;net;STARTED/g)) > 0;
			for (let nth = 0; !(await isFlapping()); nth++) await result(nth % 2 === 0 ? 2 : 0);
			while ((await log(/FLAPPING ALERT: db1;net;STOPPED/g)) === 0) await result(0);
			const told = texts().slice(already);
			const count = (words: RegExp) => told.filter((text) => words.test(text ?? '')).length;
			expect(count(/^NOTE: FLAPPINGSTART /)).toBe(1);
			expect(count(/^ALERT/)).toBeGreaterThan(0);
			expect(count(/^OK/)).toBe(count(/^ALERT/));
		} finally {
			await seeing.stop();
		}
	});
}
