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

import { loadNodeType } from './engine.ts';
import {
	gateway,
	getCredit,
	getStatus,
	ID,
	playVoiceFile,
	send,
	sendBulk,
	sendCode,
} from './gateway.ts';

const { run } = gateway();

const FOLDER = join(__dirname, '../../nodes/SmsVoiceGateway/__schema__/v1.0.0');

interface Schema {
	type: string;
	properties: Record<string, IDataObject>;
	version: number;
}

const schemaOf = (resource: string, operation: string): Schema =>
	JSON.parse(readFileSync(join(FOLDER, resource, `${operation}.json`), 'utf8')) as Schema;

/** What each operation gives out, all that it can give at once. */
const RUNS: Array<[resource: string, operation: string, parameters: INodeParameters]> = [
	[
		'sms',
		'send',
		send({
			destination: '09120000000, 09120000000',
			options: { scheduled: '2020-01-01 10:00', timeZone: 'UTC' },
		}),
	],
	['sms', 'sendBulk', sendBulk()],
	['sms', 'getStatus', getStatus({ messageIds: ID[0] })],
	['call', 'playVoiceFile', playVoiceFile()],
	['call', 'sendCode', sendCode()],
	['report', 'getCredit', getCredit],
];

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
		async (resource, operation, parameters) => {
			// So that there is a message whose status can be asked for.
			await run(send());
			const { json } = await run(parameters);
			const { type, properties } = schemaOf(resource, operation);
			const validate = new Ajv({ allErrors: true }).compile({
				type,
				properties,
				required: Object.keys(properties),
				additionalProperties: false,
			});
			expect(json.length).toBeGreaterThan(0);
			for (const item of json) {
				validate(item);
				expect(validate.errors ?? []).toEqual([]);
			}
		},
	);
});
