import { CODES } from '../../../nodes/SmsVoiceGateway/service/codes.ts';
import {
	answering,
	bulk,
	CONTINUE,
	getStatus,
	type Line,
	numbers,
	type Parameters,
	playVoiceFile,
	REFUSED,
	RETRY,
	rowsFor,
	SEND,
	staged,
} from '../stage/index.ts';

const { check, table } = staged();

const ALONE: Parameters = (options) => bulk({ speed: { values: { batchSize: 1 } }, ...options });
const took = (id: string) => ({ status: 'accepted', id });
const NEITHER = ['bad number', 'never'].map((error) => ({ success: false, error }));
const MIXED = [took('71'), NEITHER[0]];
const refusing = (status: number, ...said: string[]): Line => ({
	rows: 2,
	node: CONTINUE,
	ends: '2 rejected',
	json: said.map((words) => ({
		error: `The service refused the request: "${words}" (HTTP ${status})`,
	})),
});

table('a refused message to several numbers', SEND, {
	'names them all': {
		rows: [numbers(2).join()],
		node: CONTINUE,
		fault: REFUSED,
		ends: '1 rejected',
		json: [{ destination: numbers(2).join() }],
	},
});

table('an answer that speaks of rows one by one', bulk, {
	'refuses each for a reason of its own': {
		...refusing(200, 'bad number', 'never'),
		fault: answering(NEITHER),
	},
	'is refused as one by its status': {
		...refusing(400, 'bad number', 'bad number'),
		fault: answering(NEITHER, 400),
	},
	'says nothing of one, and all are refused': {
		...refusing(400, 'bad number', 'bad number'),
		fault: answering([{ error: 'bad number' }, {}], 400),
	},
	'proves nothing against its status': [
		{ rows: 2, node: CONTINUE, fault: answering([took('71'), took('72')], 500), ends: '2 unknown' },
		{ rows: 2, node: CONTINUE, fault: answering(MIXED, 400), ends: '2 unknown' },
	],
	'ends a run in stop mode where it refuses one': {
		options: { speed: { batchSize: 2 } },
		rows: 4,
		fault: answering(MIXED),
		error: '…',
		asks: '0,1',
		advice: '…1 accepted (item 0, message id 71), 1 rejected (item 1), 2 not sent (items 2–3)…',
	},
});

table('and of an operation that sends no rows together', () => playVoiceFile(), {
	'is one answer': {
		fault: answering(MIXED),
		asks: '0',
		error: '…proves neither that it took the message nor that it refused it…',
	},
});

describe('a fault of ours in reading an answer', () => {
	/** A code at which our own reading fails. */
	const BROKEN = '4711';
	const get = () => {
		throw new Error('ours');
	};
	beforeEach(() => void Object.defineProperty(CODES, BROKEN, { get, configurable: true }));
	afterEach(() => void Reflect.deleteProperty(CODES, BROKEN));
	const refusal = { meta: { status: BROKEN, message: 'no' } };

	test.each([
		['of all', refusal],
		['of one of them', [refusal, took('72')]],
	])('is unknown, and no request that never left: the refusal %s', async (_, answer) => {
		const line = { rows: 2, node: { ...CONTINUE, ...RETRY }, fault: answering(answer) };
		const said = {
			error: "The service's answer could not be read",
			advice: expect.stringMatching(/^It may have been sent\. .* by itself/),
		};
		await check({ ...line, ends: '2 unknown', json: [said, {}], asks: '0,1' }, bulk);
	});

	test('leaves a question safe to ask again', async () => {
		const error = "The service's answer could not be read";
		const advice = 'Nothing was to be sent, so it is safe to run this again.';
		await check({ fault: answering(refusal), error, advice, asks: 'undefined' }, () => getStatus());
	});
});

describe('the error of a run', () => {
	const everyOther = (count: number) =>
		rowsFor(count).map((row, item) => (item % 2 === 0 ? row : { ...row, to: '' }));
	const skipping = { options: { invalidRows: 'skip' }, fault: REFUSED, error: '…', asks: '0' };

	test('names ten spans of items, and that there are more', async () => {
		const spans = '13 rejected (items 0–1, 3, 5, 7, 9, 11, 13, 15, 17, 19, …)';
		const { error } = await check({ ...skipping, rows: everyOther(24) }, ALONE);
		expect(error?.description).toContain(spans);
	});

	test('tells n8n where it was the login', async () => {
		const line = { rows: 1, fault: { kind: 'unauthorized' } as const, error: '…', asks: '0' };
		const { error } = await check(line, bulk);
		expect(error).toMatchObject({ failure: { cause: 'credential-invalid' } });
	});
});
