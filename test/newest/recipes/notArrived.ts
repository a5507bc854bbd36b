import { come, type Served } from '../../e2e/n8n.ts';
import { FIRST, type Monitoring, NEXT } from './monitoring.ts';
import { alert, alertmanager, down, kumaNotice, several } from './notices.ts';

/** What becomes of an alert whose text does not arrive, is refused, or is one too many. */
export function notArrived(
	served: () => Served,
	{ left, begun, ended, posted }: Pick<Monitoring, 'left' | 'begun' | 'ended' | 'posted'>,
): void {
	const refuse = (...destinations: string[]) =>
		served().sandbox.setFaults(
			destinations.map((destination) => ({
				match: { host: 'sms', destination },
				fault: { kind: 'refuse', code: 1010, message: 'no', status: 406 },
			})),
		);

	test('texts of one notice that are not delivered become one call, one text to the next, and one at the end', async () => {
		served().sandbox.setDelivery({ failed: [FIRST] });
		await posted(several('c', 9));
		const list = Array.from({ length: 9 }, (_, one) => down(`c-${one}`));
		const nine = `9 alerts: ${list.join('; ')}`;
		expect(left()).toEqual([
			...list.map((says) => [FIRST, `ALERT: ${says}`]),
			[FIRST, 'a call'],
			[NEXT, `ALERT, ${FIRST} was called: ${nine}`],
		]);
		served().sandbox.reset();
		await posted(several('c', 9, 'resolved'));
		expect(left()).toEqual([FIRST, NEXT].map((to) => [to, `OK, was: ${nine}`]));
	});

	test.each([
		['was called', undefined],
		['was not called', { kind: 'refuse', code: 1010, message: 'no', status: 406 }],
		['may have been called', { kind: 'drop', when: 'after' }],
	] as const)(
		'the next person is told that the first one %s, and nothing goes twice',
		async (what, fault) => {
			const name = what.replaceAll(' ', '-');
			refuse(FIRST);
			const faults = served().sandbox.faults();
			if (fault) served().sandbox.setFaults([...faults, { match: { host: 'call' }, fault }]);
			await posted(alertmanager(alert(name, 'firing')));
			await posted(alertmanager(alert(name, 'firing')));
			const texts = left().filter(([, words]) => words !== 'a call');
			expect(texts).toEqual([[NEXT, `ALERT, ${FIRST} ${what}: ${down(name)}`]]);
			expect(left().length - texts.length).toBe(fault?.kind === 'refuse' ? 0 : 1);
		},
	);

	test('nobody is called for what is over before its text has arrived', async () => {
		served().sandbox.setDelivery({ deliveredAfter: 3600 });
		const first = await begun(alertmanager(alert('e1', 'firing')));
		await come(() => left().length === 1);
		await posted(alertmanager(alert('e1', 'resolved')));
		served().sandbox.setDelivery({ deliveredAfter: 0, failed: [FIRST] });
		expect(await ended(first)).toBe('success');
		expect(left()).toEqual([
			[FIRST, `ALERT: ${down('e1')}`],
			[FIRST, `OK, was: ${down('e1')}`],
		]);
	});

	test("Uptime Kuma's Test button gives a text, and no call", async () => {
		served().sandbox.setDelivery({ failed: [FIRST] });
		await posted(kumaNotice('Phone Testing'));
		refuse(FIRST);
		await posted(kumaNotice('Phone Testing'));
		expect(left()).toEqual([[FIRST, 'NOTE: Phone Testing']]);
	});

	// Limits count by the hour: where one ends meanwhile, there is more.
	const theHour = () => new Date().getUTCHours();

	test('of a storm a person gets twelve texts an hour; the rest, and what comes later, is a call and a text to the next', async () => {
		const hour = theHour();
		await posted(several('s', 30), 'monitoring-storm');
		await posted(several('later', 1), 'monitoring-storm');
		await posted(several('s', 30, 'resolved'), 'monitoring-storm');
		if (theHour() !== hour) return;
		expect(left().map(([to, words = '']) => [to, words.replace(/(alerts): .*/, '$1')])).toEqual([
			...Array.from({ length: 12 }, (_, one) => [FIRST, `ALERT: ${down(`s-${one}`)}`]),
			[FIRST, 'a call'],
			[NEXT, `ALERT, ${FIRST} was called: 18 alerts`],
			[FIRST, 'a call'],
			[NEXT, `ALERT, ${FIRST} was called: ${down('later-0')}`],
			[FIRST, 'OK, was: 30 alerts'],
			[NEXT, 'OK, was: 30 alerts'],
		]);
	});

	test('while texts are refused, a person is called six times an hour; the run of which nobody hears fails', async () => {
		const hour = theHour();
		refuse(FIRST);
		for (let notice = 0; notice < 8; notice++)
			await posted(several(`r${notice}`, 2), 'monitoring-refused');
		if (theHour() !== hour) return;
		const called = left().map(([, words = '']) => words.split(':')[0]);
		expect(called.filter((words) => words === 'a call')).toHaveLength(6);
		expect(called.slice(-2)).toEqual(Array(2).fill(`ALERT, ${FIRST} was not called`));
		for (let notice = 8; notice < 12; notice++)
			await posted(several(`r${notice}`, 2), 'monitoring-refused');
		// The next one has had twelve texts as well, so nobody hears of it.
		const last = await ended(await begun(several('r12', 2), 'monitoring-refused'));
		if (theHour() !== hour) return;
		expect(last).toBe('error');
	});
}
