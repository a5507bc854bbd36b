import {
	ALL_THAT_SEND,
	getStatus,
	grouped,
	type IDataObject,
	type INodeParameters,
	SEND,
	send,
	SEND_BULK,
	sendAndWait,
	sendCode,
	staged,
	TEXTS,
} from '../stage/index.ts';

const { check, table } = staged();

const empty = (shown: string, options: IDataObject) => ({
	options,
	error: `'${shown}' ${shown.includes('→') ? 'is' : 'was added and left'} empty`,
	advice: '…Fill it in, or remove the option.…',
});

table('an option that was added and left empty is refused by', ALL_THAT_SEND, {
	'Send Once': empty('Send Once', { sendOnce: {} }),
	Key: empty('Send Once → Key', { sendOnce: { by: 'key', key: '' } }),
	Limits: [
		empty('Limits', { limits: {} }),
		empty('Limits', { limits: { maxMessages: 0, maxPerNumber: 0, perHours: 24 } }),
	],
	'Number Format': empty('Number Format', { numberFormat: {} }),
	'Extra Request Fields': [
		empty('Extra Request Fields', { additionalFields: {} }),
		empty('Extra Request Fields', { additionalFields: { field: [] } }),
	],
});

test.each([
	[empty('Time', { time: { scheduled: '', timeZone: 'UTC' } }), send],
	[empty('Limit Wait Time', { limitWaitTime: {} }), sendAndWait],
	[empty('Wait Until Final', { waitUntilFinal: {} }), getStatus],
])('and of others: %#', async (line, of) => {
	await check(line, (options) => of({ options }));
});

const SOME = [
	['Body Format', (v) => SEND({ bodyFormat: v }), 'multipart', 'json'],
	['Resend Unknown', (v) => SEND_BULK({ resendUnknown: v }), true, false],
	[
		'Time → Time Zone',
		(v) => SEND(grouped({ time: { from: '00:00', to: '23:59', timeZone: v } })),
		'UTC',
		'Asia/Tehran',
	],
	['Limits → Max Messages', (v) => SEND(grouped({ limits: { maxMessages: v } })), 5, 3],
	['Speed → Batch Size', (v) => SEND_BULK(grouped({ speed: { batchSize: v } })), 5, 3],
	['Request Options', (v) => SEND_BULK({}, { requestOptions: { timeout: v } }), 5000, 3000],
] as Array<[shown: string, of: (value: string) => INodeParameters, one: string, other: string]>;

test.each(SOME)(
	"'%s', which holds for the run, may come from the items, but not another one for another item",
	async (shown, of, one, other) => {
		const parameters = () => of('={{ $json.v }}');
		const line = {
			error: `'${shown}' is another one for item 2 than for item 0`,
			advice: 'It holds for the whole run: give it one value…',
		};
		const rows = [one, one, other, one].map((v) => ({ v, to: '0912' }));
		await check({ ...line, rows }, parameters);
		await check({ rows: rows.slice(0, 2), ends: '2 accepted' }, parameters);
	},
);

test('the words of what differs don’t show it: a proxy’s address may hold a login', async () => {
	const rows = ['http://u:pw1@proxy.test:3128', 'http://u:pw2@proxy.test:3128'].map((v) => ({ v }));
	const other = { requestOptions: { proxy: '={{ $json.v }}' } };
	const error = "…'Request Options' is another one…";
	const result = await check({ rows, other, error }, SEND_BULK);
	expect(JSON.stringify(result.error)).not.toContain('pw2');
});

const FIXED = '{{ $json.x }}';
const options = (given: IDataObject) => ({ options: grouped(given) });

test.each([
	["'Message'", send({ message: `Hello ${FIXED}, your code is ready` })],
	["'From'", send({ source: FIXED })],
	["'To'", send({ destination: FIXED })],
	["'Code'", sendCode({ code: FIXED })],
	["'Send Once → Key'", send(options({ sendOnce: { by: 'key', key: FIXED } }))],
	["'Time → Scheduled'", send(options({ time: { scheduled: FIXED } }))],
	[
		"'Extra Request Fields'",
		send(options({ additionalFields: { field: [{ name: 'tag', value: FIXED }] } })),
	],
])('%s that is fixed and holds an expression is refused: nobody gets it', async (shown, one) => {
	const error = `${shown}…holds "{{ $json.x }}", which n8n did not evaluate`;
	const advice = "…Switch the field from 'Fixed' to 'Expression'.…";
	await check({ rows: [{ x: 'A-1' }], error, advice }, () => one);
});

table('an expression', TEXTS, {
	'that n8n can not read is an error: the text is not sent with it': {
		other: { message: '=Hi {{ $json.👤 }}' },
		rows: [{ to: '0912', '👤': 'Sara' }],
		error: "'Message' of item 0 can't be read: invalid syntax…",
	},
	'that is fixed is refused where n8n runs the node for one item at a time': {
		other: { message: FIXED },
		more: { routingOnly: true },
		error: '…which n8n did not evaluate',
	},
});
