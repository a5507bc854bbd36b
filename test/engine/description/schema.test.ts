import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Ajv } from 'ajv';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import {
	type Fault,
	gateway,
	getCredit,
	getStatus,
	grouped,
	ID,
	type IDataObject,
	type INodeParameters,
	loadNodeType,
	PATH,
	playVoiceFile,
	type RunResult,
	send,
	sendAndWait,
	sendBulk,
	sendCode,
} from '../stage/index.ts';

import { answered } from '../../../nodes/SmsVoiceGateway/reply/webhook.ts';

const { run, sandbox } = gateway();

const FOLDER = join(__dirname, '../../../nodes/SmsVoiceGateway/__schema__/v1.0.0');

interface Schema {
	type: string;
	properties: Record<string, IDataObject>;
	version: number;
}

const fileOf = (operation: string) => join(FOLDER, `${operation}.json`);

/** What each operation gives out, all that it can give at once. */
const RUNS: Array<[operation: string, INodeParameters, rows?: IDataObject[]]> = [
	[
		'sms/send',
		send({
			destination: '09120000000, 09120000000',
			message: 'It’s ready',
			options: grouped({ time: { scheduled: '2020-01-01 10:00', timeZone: 'UTC' } }),
		}),
	],
	[
		'sms/sendBulk',
		sendBulk({
			message: '={{ $json.text }}',
			options: grouped({ text: { plainPunctuation: true } }),
		}),
		[{ text: 'It’s ready' }, { text: 'It’s ready 🙂' }],
	],
	['sms/getStatus', getStatus({ options: grouped({ waitUntilFinal: { every: 1, atMost: 1 } }) })],
	[
		'sms/sendAndWait',
		sendAndWait({
			message: 'It’s ready',
			options: grouped({
				pageTitle: 'Clinic',
				limitWaitTime: { limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'hours' },
			}),
		}),
	],
	['call/playVoiceFile', playVoiceFile()],
	['call/sendCode', sendCode()],
	['report/getCredit', getCredit],
];

/** What comes out behind a question: nothing in time, a button, or a text. */
function answersTo({ run: { data }, json }: RunResult): IDataObject[] {
	const [item] = data.executionData?.nodeExecutionStack[0]?.data.main?.[0] ?? [];
	const waiting = item?.json ?? {};
	const at = new Date(0);
	return [
		...json,
		waiting,
		answered(waiting, { approved: false }, at),
		answered(waiting, { text: 'x' }, at),
	];
}

/** A text that is known once, of which the service says nothing later. */
const KNOWN_ONCE: Fault[] = [
	{
		times: 1,
		fault: {
			kind: 'raw',
			body: `{"data":[{"MsgID":${ID[0]},"Status":10,"SendTime":"2026-01-01 10:00:00","DeliverTime":"2026-01-01 10:00:05"}]}`,
		},
	},
	{ fault: { kind: 'status', status: 503 } },
].map((fault) => ({ ...fault, match: { path: PATH.getStatus } }) as Fault);

test('every operation has a schema of its output', () => {
	const { properties } = loadNodeType().description;
	const operations = properties
		.filter(({ name }: INodeProperties) => name === 'operation')
		.flatMap(({ options, displayOptions }) =>
			((options ?? []) as INodePropertyOptions[]).map(({ value }) => [
				displayOptions?.show?.resource?.[0],
				value,
			]),
		);
	expect(operations).toHaveLength(RUNS.length);
	for (const names of operations) expect(existsSync(fileOf(names.join('/')))).toBe(true);
});

test.each(RUNS)(
	'the schema of %s is that of its real output',
	async (operation, parameters, ...more) => {
		sandbox().setFaults(KNOWN_ONCE);
		const [rows = [{}]] = more;
		const result = await run(parameters, { rows });
		const json = result.run.status === 'waiting' ? answersTo(result) : result.json;
		const { type, properties } = JSON.parse(readFileSync(fileOf(operation), 'utf8')) as Schema;
		const whole = { type, properties, additionalProperties: false };
		const validate = new Ajv({ allErrors: true }).compile(whole);
		const given = new Set(json.flatMap((item) => Object.keys(item)));
		expect([...given].sort()).toEqual(Object.keys(properties).sort());
		for (const item of json) {
			validate(item);
			expect(validate.errors ?? []).toEqual([]);
		}
	},
);
