import {
	CONTINUE,
	detailsOf,
	gateway,
	getStatus,
	grouped,
	type IDataObject,
	type INodeParameters,
	pairOf,
	playVoiceFile,
	type RunResult,
	send,
	sendBulk,
	sendCode,
} from '../stage/index.ts';

const { sandbox, run } = gateway();

const MEGABYTE = 'a\u200c\u06cc'.repeat(350_000);

/** Values that a spreadsheet, a form or another node may hand on. */
const HOSTILE: Array<[name: string, value: unknown]> = [
	['empty', ''],
	['white space', ' \t\n\u00a0\u2003 '],
	['zero-width characters only', '\u200b\u200c\u200d\ufeff'],
	['1 MB of text', MEGABYTE],
	['control characters', 'a\u0000b\u0007c\u001bd\u007f'],
	['a leading half of an emoji', 'a\ud83d'],
	['quotes and line ends of headers', '"\r\nContent-Length: 0\r\n\r\n'],
	['an expression as text', '{{ $credentials.password }}'],
	['a whole number', 9120000000],
	['a decimal', 912.5],
	['text in exponent notation', '9.12E+11'],
	['minus one', -1],
	['false', false],
	['null', null],
	['an object', { a: 1 }],
	['an empty list', []],
	['a mixed list', ['09120000000', 9350000000, null, { a: 1 }, true, ['0912']]],
	['a list with a hole', ['09120000000', '', '09350000000']],
	['deep nesting', JSON.parse('['.repeat(500) + ']'.repeat(500))],
];

/** A bulk goes on over wrong rows only where it is told to, and fails by the batch. */
const EACH_ALONE = { invalidRows: 'skip', speed: { values: { batchSize: 1 } } };

const V = '={{ $json.v }}';
type Of = (changes: Record<string, string>) => INodeParameters;
type Target = [operation: string, field: string, shown: string, parameters: INodeParameters];
const each = (name: string, of: Of, fields: Record<string, string>) =>
	Object.entries(fields).map(([field, shown]): Target => [name, field, shown, of({ [field]: V })]);
const OF_TEXT = { destination: 'To', source: 'From', message: 'Message' };
const OPTED_OUT = { sendToBlacklist: 'Include Opted-Out Recipients' };
const TARGETS: Target[] = [
	...each('send', send, OF_TEXT),
	...each(
		'send, multipart',
		(one) => send({ options: { bodyFormat: 'multipart' }, ...one }),
		OF_TEXT,
	),
	...each('sendBulk', (changes) => sendBulk({ options: EACH_ALONE, ...changes }), OF_TEXT),
	...each('send', (time) => send({ options: grouped({ time }) }), {
		scheduled: 'Time → Scheduled',
	}),
	...each('send', (options) => send({ options }), OPTED_OUT),
	...each('sendBulk', (one) => sendBulk({ options: { ...EACH_ALONE, ...one } }), OPTED_OUT),
	...each('playVoiceFile', playVoiceFile, { destination: 'To', fileId: 'Voice File ID' }),
	...each('sendCode', sendCode, { destination: 'To', code: 'Code' }),
	...each('getStatus', getStatus, { messageIds: 'Message IDs' }),
];

/** Of a bulk, whose rows have nothing else: rows in which nobody sees anything are empty, and no failures. */
const EMPTY = HOSTILE.flatMap(([name], index) =>
	['empty', 'white space', 'zero-width characters only', 'null'].includes(name) ? [index] : [],
);

/** The error of an item names the parameter and the item, or the service refused what arrived whole. */
function judge(
	result: RunResult,
	index: number,
	names: RegExp,
	empty: readonly number[],
): string | undefined {
	const own = result.items.filter((item) => pairOf(item) === index);
	if (own.length === 0) return 'nothing is said of it';
	const json = own[0]?.json ?? {};
	if (empty.includes(index)) return json.outcome === 'notSent' ? undefined : String(json.outcome);
	if ((json.error ?? undefined) === undefined) return undefined;
	const words = String(json.error);
	if (words.length > 1500) return `the error is ${words.length} characters long`;
	if (detailsOf(own[0]).outcome !== 'rejected') return `it is ${String(detailsOf(own[0]).outcome)}`;
	if (words.startsWith('The service refused')) return undefined;
	return names.test(words) && words.includes(`item ${index}`) ? undefined : words.slice(0, 200);
}

test.each(TARGETS)(
	'hostile values in %s: %s end in a correct send or in an error that names parameter and item',
	async (operation, field, shown, parameters) => {
		const rows = HOSTILE.map(([, v]) => ({ v })) as IDataObject[];
		const empty = operation === 'sendBulk' && field === 'destination' ? EMPTY : [];
		const result = await run(parameters, { rows, node: CONTINUE });
		expect(result.error).toBeUndefined();
		const said = HOSTILE.map(([name], at) => [
			name,
			judge(result, at, new RegExp(`'${shown}'`), empty),
		]);
		const hint = empty.length > 0 ? `, ${empty.length} empty. First:` : '';
		expect(result.hints[0]?.message ?? '').toContain(hint);
		expect(said.filter(([, problem]) => problem !== undefined)).toEqual([]);
	},
);

test('a text of 1 MB arrives as it was written', async () => {
	sandbox().setAccount({ credit: 20_000 });
	const { error } = await run(send({ message: V }), { rows: [{ v: MEGABYTE }] });
	expect(error).toBeUndefined();
	expect(sandbox().messages()[0]?.message === MEGABYTE).toBe(true);
});
