import { MOVING } from '../../../sandbox/index.ts';
import { GOOD, ITEM, LOGIN, PATHS, call, postForm, postJson, useSandbox } from './client.ts';

const sandbox = useSandbox();
type Name = keyof typeof PATHS;
const NAMES = Object.keys(PATHS) as Name[];
const at = (name: Name) => sandbox().url + PATHS[name];
const post = (name: Name, changes: object = {}) =>
	postJson(at(name), { ...GOOD[name], ...changes });
const NEVER = '0000-00-00 00:00:00';

describe('interface.md', () => {
	test.each(NAMES)('%s takes its fields as JSON, and nothing else', async (name) => {
		expect((await post(name)).status).toBe(200);
		expect((await post(name, { extra: 'x' })).status).toBe(400);
		for (const field of Object.keys(GOOD[name]))
			for (const wrong of [undefined, '', null, 5, {}]) {
				if (field === 'data' && wrong === undefined) continue;
				expect([field, wrong, (await post(name, { [field]: wrong })).status]).toEqual([
					field,
					wrong,
					400,
				]);
			}
		expect((await call(at(name), { method: 'GET' })).status).toBe(405);
		expect((await postJson(`${at(name)}?x=1`, GOOD[name])).status).toBe(400);
	});

	test.each(NAMES)('%s takes a form only where it is shown with one', async (name) => {
		const fields = Object.entries(GOOD[name]).map(([key, value]) => [key, String(value)]);
		const { status } = await postForm(at(name), Object.fromEntries(fields));
		expect(status).toBe(['send', 'status'].includes(name) ? 200 : 400);
	});

	test.each(['2026-02-29 10:00', '2026-01-01 24:00', '2026-01-02T03:04', '2026-1-02 03:04', ''])(
		'the schedule %j is none',
		async (scheduled) => expect((await post('send', { scheduled })).status).toBe(400),
	);

	test('a form with a file, a field twice, no end or no boundary is refused', async () => {
		const file = new FormData();
		file.append('message', new Blob(['x']), 'x');
		const twice = new FormData();
		for (const value of ['a', 'b']) twice.append('message', value);
		const broken = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx';
		for (const [body, type] of [
			[file],
			[twice],
			[broken, 'multipart/form-data; boundary=b'],
			[broken, 'multipart/form-data'],
		] as const) {
			const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
			expect((await call(at('send'), { method: 'POST', headers, body })).status).toBe(400);
		}
	});
});

describe('what real clients have shown', () => {
	test('single texts take send_to_blacklist as 0 or 1 only', async () => {
		for (const wrong of ['1', true, 0.5])
			expect((await post('send', { send_to_blacklist: wrong })).status).toBe(400);
	});

	test('a call takes voice_id or file_id', async () => {
		const { file_id: voice_id, ...rest } = GOOD.voice;
		expect((await postJson(at('voice'), { ...rest, voice_id })).status).toBe(200);
		expect(sandbox().messages()).toMatchObject([{ fileId: '77' }]);
		expect((await post('voice', { voice_id })).status).toBe(400);
	});

	test.each<[string, Name, object, number, number]>([
		['a wrong login', 'send', { password: 'x' }, 401, 1008],
		['a wrong field', 'send', { message: 5 }, 400, 1008],
		['half a character', 'send', { message: '\ud83d' }, 400, 1008],
		['an id that is none', 'status', { msgid: '5,x' }, 400, 1003],
		['a number with +98', 'send', { destination: '0912,+98912' }, 406, 1010],
		['no number', 'bulk', { data: [ITEM, { ...ITEM, destination: '09a' }] }, 406, 1010],
		['no credit', 'send', { destination: Array(1001).fill('09').join() }, 402, 1006],
	])('%s is refused with its status and code', async (_, name, changes, status, code) => {
		const reply = await post(name, changes);
		const message = expect.any(String);
		expect([reply.status, JSON.parse(reply.text)]).toEqual([
			status,
			{ meta: { status: code, message }, data: null },
		]);
		expect(sandbox().messages()).toEqual([]);
		expect(sandbox().requests()).toMatchObject([{ accepted: false, answer: reply.text }]);
	});

	test.each([
		[400, 1001, 1002, 1003, 1008, 1014],
		[401, 1012, 1015],
		[402, 1005, 1006],

		[403, 1013],
		[406, 1010],
		[412, 1009],
		[429, 429],
		[500, 1004],
		[200, 77],
	])('HTTP %i comes with the codes', async (status, ...codes) => {
		for (const code of codes) {
			sandbox().setFaults([{ fault: { kind: 'refuse', code } }]);
			const reply = await post('send');
			const meta = expect.objectContaining({ status: code });
			expect([reply.status, JSON.parse(reply.text)]).toMatchObject([status, { meta }]);
		}
	});

	test('a status query tells each id apart, and an unknown one is -1', async () => {
		const ends = ['0912', '0913', '0914', '0915'];
		await post('send', { destination: ends.join() });
		sandbox().setDelivery({ failed: ['0913'], unreported: ['0914'], held: ['0915'] });
		const [first] = sandbox().messages();
		const sent = first?.at.slice(0, 19).replace('T', ' ');
		const ids = sandbox()
			.messages()
			.map(({ id }) => id);
		const { text } = await post('status', { msgid: [...ids, '5'].join() });
		const line = (id = '', status = 0, send = sent, deliver = NEVER) =>
			`{"MsgID":${id},"Status":${status},"SendTime":"${send}","DeliverTime":"${deliver}"}`;
		const lines = [
			line(ids[0], 6, sent, sent),
			line(ids[1], 5),
			line(ids[2], 13),
			line(ids[3], 20, NEVER),
			line('5', -1, NEVER),
		];
		expect(text).toBe(`{"meta":{"code":200,"message":"success"},"data":[${lines.join()}]}`);
	});

	test('a text is queued, sent and delivered by the clock, and a schedule is waited for', async () => {
		const status = async () => {
			const { text } = await post('status', { msgid: '9007199254741993' });
			return Number(/"Status":(\d+)/.exec(text)?.[1]);
		};
		await post('send', { scheduled: '2099-01-01 00:00' });
		for (const [delivery, expected] of [
			[{ ...MOVING, sentAfter: 900, deliveredAfter: 900 }, 1],
			[{ waitsForSchedule: false }, 1],
			[{ sentAfter: 0 }, 2],
			[{ deliveredAfter: 0 }, 6],
		] as const) {
			sandbox().setDelivery(delivery);
			expect([delivery, await status()]).toEqual([delivery, expected]);
		}
	});
});

describe('settings', () => {
	test('further fields are taken once they are named', async () => {
		const more = { send_to_black_list: 0 };
		expect((await post('send', more)).status).toBe(400);
		sandbox().setAccount({ additionalFields: ['send_to_black_list'] });
		expect((await post('send', more)).status).toBe(200);
		expect((await post('bulk', { data: [{ ...ITEM, ...more }] })).status).toBe(200);
	});

	test.each([
		['account', '{"credit":-1}', '{"balance":5}', '{"password":""}'],
		['delivery', '{"timeZone":"Mars"}', '{"held":["x"]}', '[]'],
		['faults', '[{"fault":{"kind":"x"}}]', '[{"fault":{"kind":"constructor"}}]', '{}', '{'],
		['faults', '[{"fault":{"kind":"delay","ms":1e9}}]'],
		['faults', '[{"fault":{"kind":"truncate"},"times":-1}]'],
		['faults', '[{"fault":{"kind":"truncate"},"match":{"path":"/x"}}]'],
	])('%s: what is wrong is refused with why, and changes nothing', async (path, ...bodies) => {
		const url = `${sandbox().url}/_sandbox/${path}`;
		const before = (await call(url, {})).text;
		for (const body of bodies) {
			const { status, text } = await call(url, { method: 'PUT', body });
			expect([body, status, JSON.parse(text)]).toEqual([body, 400, { error: expect.any(String) }]);
			expect((await call(url, {})).text).toBe(before);
		}
	});

	test('a reset brings back the start', async () => {
		sandbox().setAccount({ credit: 5 });
		sandbox().setFaults([{ fault: { kind: 'unauthorized' }, times: 1 }]);
		await post('send');
		sandbox().reset();
		expect([sandbox().requests(), sandbox().faults()]).toEqual([[], []]);
		expect((await postJson(at('credit'), LOGIN)).text).toContain('1000');
		expect((await post('send')).text).toContain('[9007199254741993]');
	});
});
