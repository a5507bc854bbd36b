import {
	answering,
	everythingIn,
	getCredit,
	type INodeParameters,
	type Parameters,
	PATH,
	playVoiceFile,
	sendCode,
	staged,
	type Table,
} from '../stage/index.ts';

const { sandbox, run, body, check, table } = staged();

const destination = '09120000000';
const play: Parameters = (options, more) => playVoiceFile({ options, ...more });
const code: Parameters = (options, more) => sendCode({ options, ...more });

test.each<[keyof typeof PATH, INodeParameters, object, object]>([
	[
		'playVoiceFile',
		playVoiceFile(),
		{ file_id: '77', destination },
		{ outcome: 'accepted', destination, callId: 'call-1' },
	],
	[
		'sendCode',
		sendCode({ code: '={{ "0482" + "13" }}' }),
		{ code: '048213', destination },
		{ outcome: 'accepted', destination, callId: 'call-1' },
	],
	['getCredit', getCredit, {}, { credit: 1000 }],
])('%s is a POST of its fields and the login as JSON, and says what came of it', async (...one) => {
	const [name, parameters, sent, output] = one;
	const { items, run: whole } = await run(parameters);
	const [request] = sandbox().requests();
	expect(sandbox().requests()).toMatchObject([
		{ method: 'POST', path: PATH[name], encoding: 'json', accepted: true },
	]);
	expect(request?.contentType).toMatch(/^application\/json\b/);
	expect(request?.headers.accept).toBe('application/json');
	expect(body()).toEqual(sent);
	const { callId: call_id, credit } = output as Record<string, unknown>;
	const response = { success: true, error: null, ...(call_id ? { call_id } : { credit }) };
	expect(items).toEqual([{ json: { ...output, response }, pairedItem: { item: 0 } }]);
	expect(everythingIn(whole.data.resultData)).not.toContain('048213');
});

const sends = (name: string, field: string, ...all: Array<[unknown, string]>): Table =>
	Object.fromEntries(
		all.map(([given, sent]) => [
			`sends it as text: ${String(given)}`,
			{ other: { [name]: given as string }, wire: [{ [field]: sent }] },
		]),
	);
const refuses = (name: string, shown: string, ...all: Array<[string, string]>): Table =>
	Object.fromEntries(
		all.map(([given, says]) => [
			`is not placed with ${given}`,
			{ other: { [name]: given }, error: `'${shown}' of item 0 ${says}` },
		]),
	);
const EMPTY: Array<[string, string]> = [['={{ $json.x }}', 'is empty']];

table('a voice file', play, {
	...sends('fileId', 'file_id', ['={{ 77 }}', '77'], [' f-77 ', 'f-77'], ['007', '007']),
	...refuses(
		'fileId',
		'Voice File ID',
		...EMPTY,
		['={{ [77] }}', 'holds [77], which is neither text nor a whole number'],
		['={{ 7.5 }}', 'holds 7.5, which is neither text nor a whole number'],
	),
});

table('a code', code, {
	...sends(
		'code',
		'code',
		['={{ 48213 }}', '48213'],
		['048213', '048213'],
		['AB-12', 'AB-12'],
		// Which stay what they are.
		['۰۴۸', '۰۴۸'],
	),
	...refuses('code', 'Code', ...EMPTY),
});

test.each([
	['playVoiceFile', playVoiceFile({ options: { dryRun: true } }), { file_id: '77', destination }],
	[
		'sendCode',
		sendCode({ code: '={{ "0482" + "13" }}', options: { dryRun: true } }),
		{ code: '***', destination },
	],
] as const)(
	'%s shows its request in a dry run, without a secret, and is not placed',
	async (name, one, sent) => {
		const { json, run: whole } = await run(one);
		expect(sandbox().messages()).toEqual([]);
		const url = sandbox().url + PATH[name];
		const request = { method: 'POST', url, format: 'json', body: sent };
		expect(json).toEqual([{ outcome: 'dryRun', destination, request }]);
		expect(everythingIn(whole.data.resultData)).not.toContain('048213');
		expect(everythingIn(whole)).not.toContain(sandbox().password);
	},
);

test.each([
	[{ success: true, credit: ' 1200.75 ' }, { credit: 1200.75 }],
	[
		{ success: true, credit: '1,200 Rials' },
		{ credit: '1,200 Rials', warnings: [expect.stringContaining('more than one way')] },
	],
])('the answer to the credit query has it: %j', async (response, said) => {
	const { json } = await check({ fault: answering(response) }, () => getCredit);
	expect(json).toEqual([{ ...said, response }]);
});
