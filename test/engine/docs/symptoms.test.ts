import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { CredentialTestContext } from 'n8n-core';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import {
	type Mark,
	marksIn,
	readPage,
	rowsOf,
	sectionOf,
	textOf,
} from '../../unit/docs/markdown.ts';
import { loadNodeType } from '../stage/engine.ts';
import {
	gateway,
	getStatus,
	playVoiceFile,
	send,
	sendAndWait,
	sendBulk,
} from '../stage/gateway.ts';

const { sandbox, credentials, run } = gateway();

/** The messages that the page lists under "What you see in n8n"; `…` stands for any text. */
const patterns = rowsOf(
	sectionOf(readPage('docs/troubleshooting.md'), 'What you see in n8n'),
	'What you see',
	'Why',
	'What to do',
).map((row) => {
	const cell = row['What you see'] as Mark;
	return marksIn(cell).find(({ type }) => type === 'inlineCode')?.value ?? textOf(cell);
});

const matches = (pattern: string, message: string): boolean => {
	const parts = pattern.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	return new RegExp(`^${parts.join('.+')}$`, 's').test(message);
};

/** What the credential's test says. */
async function testMessage(changes: IDataObject): Promise<string> {
	const nodeType = loadNodeType();
	const result = await nodeType.methods.credentialTest.testLogin.call(new CredentialTestContext(), {
		id: 'c',
		name: 'Sandbox',
		type: 'smsVoiceGatewayApi',
		data: credentials(changes),
	});
	return result.message;
}

async function deadAddress(): Promise<string> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	return `http://127.0.0.1:${port}`;
}

/** What the node's error says. */
const errorMessage = async (
	parameters: INodeParameters,
	rows: IDataObject[] = [{}],
): Promise<string> => (await run(parameters, { rows })).error?.message ?? 'no error';

const limited = (values: INodeParameters): INodeParameters => ({ options: { limits: { values } } });

/** How each message of the page comes about, in the page's order. */
const SITUATIONS: Array<[what: string, () => Promise<string>]> = [
	['a wrong password', () => testMessage({ password: 'wrong-password' })],
	['nothing at the address', async () => testMessage({ callBaseUrl: await deadAddress() })],
	[
		'a web site at the address',
		() => {
			sandbox().setFaults([{ fault: { kind: 'html' } }]);
			return testMessage({});
		},
	],
	['an address with a path', () => testMessage({ callBaseUrl: `${sandbox().url}/api` })],
	['plain HTTP', () => testMessage({ smsBaseUrl: 'http://sms.example.com' })],
	['no https://', () => testMessage({ smsBaseUrl: 'sms.example.com' })],
	[
		'a column with another name',
		() => errorMessage(send({ destination: '={{ $json.phone }}' }), [{ Phone: '09120000000' }]),
	],
	['a rounded number', () => errorMessage(send({ destination: '9.89121E+11' }))],
	['a part of a number', () => errorMessage(send({ destination: '021,88776655' }))],
	['a pause', () => errorMessage(send({ destination: '18005550199,,1234' }))],
	['an extension', () => errorMessage(send({ destination: '021-88776655-60' }))],
	['a space between two', () => errorMessage(send({ destination: '6912345 6612345' }))],
	['a zero behind a country code', () => errorMessage(send({ destination: '+98 0912 123 4567' }))],
	['too few digits', () => errorMessage(send({ destination: '91' }))],
	['letters', () => errorMessage(send({ destination: 'Sara' }))],
	[
		'two numbers for a call',
		() => errorMessage(playVoiceFile({ destination: '09120000000, 09350000000' })),
	],
	[
		'two numbers for a row',
		() => errorMessage(sendBulk({ destination: '09120000000, 09350000000' })),
	],
	[
		'several wrong rows',
		() => errorMessage(sendBulk({ destination: '={{ $json.to }}' }), [{ to: '9' }, { to: 'Sara' }]),
	],
	['an expression that is fixed', () => errorMessage(send({ message: 'Hi {{ $json.x }}' }))],
	['a gap', () => errorMessage(sendBulk({ message: '=Hi {{ $json.name }}!' }))],
	[
		'a template in a text',
		() => errorMessage(send({ message: '={{ $json.text }}' }), [{ text: 'Dear {{name}}' }]),
	],
	['no text', () => errorMessage(send({ message: '={{ $json.text }}' }))],
	['no id', () => errorMessage(getStatus({ messageIds: '={{ $json.messageIds }}' }))],
	[
		'a date of the other calendar',
		() => errorMessage(send({ options: { time: { values: { scheduled: '1405-08-30 10:00' } } } })),
	],
	[
		"a spreadsheet's date",
		() => errorMessage(send({ options: { time: { values: { scheduled: '={{ 46354.375 }}' } } } })),
	],
	['an empty option', () => errorMessage(sendBulk({ options: { sendOnce: {} } }))],
	[
		'no key',
		() =>
			errorMessage(
				sendBulk({ options: { sendOnce: { values: { by: 'key', key: '={{ $json.order }}' } } } }),
			),
	],
	[
		'a number of another length',
		() =>
			errorMessage(
				send({
					destination: '0912123',
					options: { numberFormat: { values: { countryCode: '98', nationalLength: 10 } } },
				}),
			),
	],
	['too many messages', () => errorMessage(send(limited({ maxMessages: 1 })), [{}, {}])],
	[
		'too many parts',
		() => errorMessage(send({ ...limited({ maxParts: 1 }), message: 'x'.repeat(161) })),
	],
	['too little credit', () => errorMessage(send(limited({ minCredit: 1001 })))],
	['two questions', () => errorMessage(sendAndWait(), [{}, {}])],
	[
		'a wait that is over',
		() =>
			errorMessage(
				sendAndWait({
					options: {
						limitWaitTime: {
							values: { limitType: 'atSpecifiedTime', maxDateAndTime: '2020-01-01T00:00:00' },
						},
					},
				}),
			),
	],
];

test.each(SITUATIONS.map(([what, happen], index) => ({ what, happen, index })))(
	'the page lists what n8n shows for $what',
	async ({ happen, index }) => {
		const message = await happen();
		const pattern = patterns[index] ?? '';
		expect({ pattern, message, matches: matches(pattern, message) }).toEqual({
			pattern,
			message,
			matches: true,
		});
	},
);

test('every message that the page lists is produced here', () => {
	expect(patterns).toHaveLength(SITUATIONS.length);
});

/** The block under "Errors"; `…` stands for any text. */
const page = readPage('docs/topics/sending-and-retrying.md');
const shown = sectionOf(page, 'Errors').content.find(({ type }) => type === 'code')?.value;

test('the error that the page on sending shows is the node’s', async () => {
	sandbox().setFaults([
		{ match: { destination: '09120000002' }, fault: { kind: 'drop', when: 'after' } },
	]);
	const { error } = await run(send({ destination: '={{ $json.to }}' }), {
		rows: ['09120000001', '09120000002', '09120000003'].map((to) => ({ to })),
	});
	const { host } = new URL(sandbox().url);
	const said = `${error?.message}\n\n${error?.description}`.replaceAll(host, 'sms.example.com');
	const parts = (shown ?? 'nothing').split('…').map((part) => part.replace(/\s+/g, ' ').trim());
	let rest = said.replace(/\s+/g, ' ');
	for (const part of parts) {
		expect(rest).toContain(part);
		rest = rest.slice(rest.indexOf(part) + part.length);
	}
	expect(rest).toBe('');
});
