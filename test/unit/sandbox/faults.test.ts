import { setTimeout as wait } from 'node:timers/promises';
import { type Fault, type FaultAction } from '../../../sandbox/index.ts';
import { GOOD, ITEM, LOGIN, PATHS, SMS, call, postJson, useSandbox } from './client.ts';

const sandbox = useSandbox();
const post = (name: keyof typeof PATHS, fields: object = GOOD[name]) =>
	postJson(sandbox().url + PATHS[name], fields);
const strike = (fault: FaultAction, more: Omit<Fault, 'fault'> = {}) =>
	sandbox().setFaults([{ ...more, fault }]);

test.each<FaultAction>([
	{ kind: 'status', status: 200, accept: true },
	{ kind: 'html', accept: true },
])('%j takes nothing that the service would refuse', async (fault) => {
	strike(fault);
	await post('send', { ...SMS, password: 'wrong' });
	expect(sandbox().messages()).toEqual([]);
	expect(sandbox().requests()).toMatchObject([{ accepted: false }]);
});

describe('a fault strikes', () => {
	const statuses = async () => [
		(await post('send', { ...SMS, destination: '0912,0913' })).status,
		(await post('bulk', { ...LOGIN, data: [ITEM, { ...ITEM, destination: '0913' }] })).status,
		(await post('voice')).status,
		(await post('credit')).status,
	];
	test.each<[Fault['match'], number[]]>([
		[{ host: 'sms' }, [401, 401, 200, 200]],
		[{ host: 'call' }, [200, 200, 401, 401]],
		[{ path: PATHS.credit }, [200, 200, 200, 401]],
		[{ destination: '0913' }, [401, 401, 200, 200]],
		[{ probability: 0 }, [200, 200, 200, 200]],
		[{ probability: 1 }, [401, 401, 401, 401]],
	])('what it is about: %j', async (match = {}, expected) => {
		strike({ kind: 'unauthorized' }, { match });
		expect(await statuses()).toEqual(expected);
	});

	test('as often as it says, also under parallel requests, and the next one then', async () => {
		sandbox().setFaults([
			{ times: 5, fault: { kind: 'unauthorized' } },
			{ times: 1, fault: { kind: 'html', status: 403 } },
			{ fault: { kind: 'delay', ms: 5 } },
		]);
		const replies = await Promise.all(Array.from({ length: 20 }, () => post('send')));
		const count = (wanted: number) => replies.filter(({ status }) => status === wanted).length;
		expect([count(401), count(403), count(200)]).toEqual([5, 1, 14]);
		expect(sandbox().requests()[0]?.fault).toBe('delay+unauthorized');
		expect(sandbox().faults()[0]).toMatchObject({ times: 0 });
	});
});

describe('a delayed message', () => {
	test('is taken even where the client gave up meanwhile', async () => {
		strike({ kind: 'delay', ms: 3000 });
		const leave = new AbortController();
		const headers = { 'content-type': 'application/json' };
		const body = JSON.stringify(SMS);
		const url = sandbox().url + PATHS.send;
		const lost = expect(call(url, { method: 'POST', headers, body, signal: leave.signal }));
		const gone = lost.rejects.toThrow();
		while (sandbox().requests().length === 0) await wait(5);
		leave.abort();
		await gone;
		while (sandbox().messages().length === 0) await wait(5);
		expect(sandbox().requests()).toMatchObject([{ accepted: true }]);
	});
});
