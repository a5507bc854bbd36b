import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import type {
	IDataObject,
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { Fault } from '../../../sandbox/index.ts';
import { answered } from '../../../nodes/SmsVoiceGateway/reply/asked.ts';
import { loadNodeType } from '../stage/engine.ts';
import type { RunResult } from '../stage/engine.ts';
import { gateway, ID, PATH } from '../stage/gateway.ts';
import {
	getCredit,
	getStatus,
	playVoiceFile,
	send,
	sendAndWait,
	sendBulk,
	sendCode,
} from '../stage/operations.ts';

const { run, sandbox } = gateway();

const FOLDER = join(__dirname, '../../../nodes/SmsVoiceGateway/__schema__/v1.0.0');

interface Schema {
	type: string;
	properties: Record<string, IDataObject>;
	version: number;
}

const schemaOf = (resource: string, operation: string): Schema =>
	JSON.parse(readFileSync(join(FOLDER, resource, `${operation}.json`), 'utf8')) as Schema;

/** What each operation gives out, all that it can give at once. */
const RUNS: Array<
	[resource: string, operation: string, parameters: INodeParameters, rows?: IDataObject[]]
> = [
	[
		'sms',
		'send',
		send({
			destination: '09120000000, 09120000000',
			message: 'It’s ready',
			options: { time: { values: { scheduled: '2020-01-01 10:00', timeZone: 'UTC' } } },
		}),
	],
	[
		'sms',
		'sendBulk',
		sendBulk({
			message: '={{ $json.text }}',
			options: { text: { values: { plainPunctuation: true } } },
		}),
		[{ text: 'It’s ready' }, { text: 'It’s ready 🙂' }],
	],
	[
		'sms',
		'getStatus',
		getStatus({
			messageIds: ID[0],
			options: { waitUntilFinal: { values: { every: 1, atMost: 1 } } },
		}),
	],
	[
		'sms',
		'sendAndWait',
		sendAndWait({
			message: 'It’s ready',
			options: {
				pageTitle: 'Clinic',
				limitWaitTime: {
					values: { limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'hours' },
				},
			},
		}),
	],
	['call', 'playVoiceFile', playVoiceFile()],
	['call', 'sendCode', sendCode()],
	['report', 'getCredit', getCredit],
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
	for (const [resource, operation] of operations) {
		expect(existsSync(join(FOLDER, String(resource), `${String(operation)}.json`))).toBe(true);
	}
});

describe('the schema', () => {
	test.each(RUNS)(
		'of %s:%s is that of its real output',
		async (resource, operation, parameters, rows = [{}]) => {
			sandbox().setFaults(KNOWN_ONCE);
			const result = await run(parameters, { rows });
			const json = result.run.status === 'waiting' ? answersTo(result) : result.json;
			const { type, properties } = schemaOf(resource, operation);
			const validate = new Ajv({ allErrors: true }).compile({
				type,
				properties,
				additionalProperties: false,
			});
			const given = new Set(json.flatMap((item) => Object.keys(item)));
			expect([...given].sort()).toEqual(Object.keys(properties).sort());
			for (const item of json) {
				validate(item);
				expect(validate.errors ?? []).toEqual([]);
			}
		},
	);
});
