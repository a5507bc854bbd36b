import {
	come,
	endedRun,
	makeTable,
	openTable,
	type Served,
	startRun,
	type Table,
} from '../../e2e/n8n.ts';
import type { Monitoring } from './monitoring.ts';

/** What the copy `monitoring-lost` has for a day, in its source. Its table has no name that holds another's: n8n finds one by a part of it. */
export const A_DAY = { written: '25 * 3600 * 1000', here: '1000' };
export const LOST_TABLE = 'Lost';

/** The form for all systems: what it is about, its state, and a text. */
export function states(served: () => Served, { left, posted }: Monitoring): void {
	const lost = 'monitoring-lost';
	let table: Table;
	beforeAll(async () => {
		const columns = ['key', 'incident', 'state', 'says', 'next'];
		table = await makeTable(served().server, LOST_TABLE, columns);
	});
	beforeEach(() => served().sandbox.reset());
	const texts = () => left().map(([, words]) => words);
	const tell = (event: string, state: unknown, text = '97% full') => ({ event, state, text });

	test.each<[string, unknown[]]>([
		['over', ['OK', 'ok', 'Okay', 'UP', 'CLEAR', 'RECOVERY', 'RESOLVED', '0', 0, 'false', false]],
		['over, as Nagios and Icinga say it', ['RECOVERY UP', 'FLAPPINGSTOP OK', 'FLAPPINGEND OK']],
	])('%s: %j', async (name, words) => {
		const of = (state: (word: unknown) => unknown) =>
			words.map((word, nth) => tell(`${name} ${nth}`, state(word)));
		await posted(of(() => 'CRITICAL'));
		expect(texts()).toHaveLength(words.length);
		served().sandbox.reset();
		await posted(of((word) => word));
		const all = words.map((_, nth) => `${name} ${nth}: 97% full`).join('; ');
		expect(texts()).toEqual([`OK, was: ${words.length} alerts: ${all}`]);
	});

	test('down', async () => {
		const words = [
			'1',
			1,
			true,
			'TRUE',
			'down',
			'FIRING',
			'PROBLEM',
			'WARNING',
			'CRITICAL',
			'UNKNOWN',
			'UNREACHABLE',
			'FAILURE',
			'ERROR',
			'ALERT',
			'alerting',
			'PROBLEM DOWN',
			null,
			undefined,
		];
		await posted(words.map((word, nth) => tell(`down ${nth}`, word, '')));
		expect(texts()).toEqual(words.map((_, nth) => `ALERT: down ${nth}`));
	});

	test('what is neither is a notice, once a day, and ends nothing', async () => {
		await posted(tell('neither', 'CRITICAL'));
		const words = ['DEGRADED', 'ACKNOWLEDGEMENT CRITICAL', 'FLAPPINGSTART OK', 23.5, '', 'OK?'];
		const notices = words.map((word) => tell('neither', word));
		await posted(notices);
		await posted(notices);
		await posted(tell('neither', 'CRITICAL'));
		await posted(tell('neither', 'OK'));
		expect(texts()).toEqual([
			'ALERT: neither: 97% full',
			...words.map((word) => `NOTE: ${word === '' ? '' : `${word}: `}neither: 97% full`),
			'OK, was: neither: 97% full',
		]);
	});

	test('what tells of an incident again renews it, and is no text', async () => {
		const columns = ['says', 'incident', 'updatedAt'];
		const incidents = await openTable(served().server, 'Incidents', columns);
		const row = async () => (await incidents.rows()).find(({ says }) => says === 'again: 97% full');
		await posted(tell('again', 'CRITICAL'));
		const first = await row();
		await come(() => Date.now() > Date.parse(String(first?.updatedAt)));
		await posted(tell('again', 'CRITICAL'));
		const renewed = await row();
		expect(texts()).toEqual(['ALERT: again: 97% full']);
		expect(renewed?.incident).toBe(first?.incident);
		expect(String(renewed?.updatedAt) > String(first?.updatedAt)).toBe(true);
		await posted(tell('again', 'OK'));
	});

	test('an incident that nobody renews for a day is closed, and that is texted once', async () => {
		const hour = async () => {
			const run = await startRun(served().server, lost, 'Each hour');
			expect((await endedRun(served().server, run)).status).toBe('success');
		};
		// None of which has an end.
		await posted('disk is full', lost, 'text/plain');
		await posted(tell('lost', 'ACKNOWLEDGED'), lost);
		for (const name of ['a', 'b']) await posted(tell(name, 'CRITICAL'), lost);
		served().sandbox.reset();
		const isClosed = async () => (await table.rows()).filter(({ state }) => state === 'lost');
		await come(async () => {
			await hour();
			return (await isClosed()).length === 2;
		});
		await hour();
		expect(
			texts()
				.join('; ')
				.match(/\b[ab]: 97% full/g),
		).toHaveLength(2);
		for (const text of texts()) expect(text).toMatch(/^Closed, no news for a day: /);
		served().sandbox.reset();
		// It may be over after all, or go on.
		await posted(tell('a', 'OK'), lost);
		await posted(tell('b', 'CRITICAL'), lost);
		expect(texts()).toEqual(['OK, was: a: 97% full', 'ALERT: b: 97% full']);
		// Else the recipe's own hour, where it strikes, closes it in the middle of another test.
		await posted(tell('b', 'OK'), lost);
	});
}
