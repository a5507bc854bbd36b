import { CredentialTestContext } from 'n8n-core';
import {
	type FaultAction,
	gateway,
	grouped,
	type IDataObject,
	type INodeParameters,
	loadNodeType,
	LOST,
	numberOf,
	playVoiceFile,
	said,
	send,
	sendAndWait,
	sendBulk,
	strikes,
	to,
} from '../stage/index.ts';

import { freePort } from '../../../host/ports.ts';
import {
	type Mark,
	marksIn,
	readPage,
	rowsOf,
	sectionOf,
	textOf,
} from '../../unit/docs/markdown.ts';

const { sandbox, credentials, run } = gateway();

/** The messages that the page lists under "What you see in n8n"; `…` stands for any text. */
const patterns = rowsOf(
	sectionOf(readPage('docs/troubleshooting.md'), 'What you see in n8n'),
	'What you see',
	'Why, or what to do',
).map((row) => {
	const cell = row['What you see'] as Mark;
	return marksIn(cell).find(({ type }) => type === 'inlineCode')?.value ?? textOf(cell);
});

/** What the credential's test says. */
async function testMessage(changes: IDataObject, fault?: FaultAction): Promise<string> {
	sandbox().setFaults(fault ? [{ fault }] : []);
	const nodeType = loadNodeType();
	const result = await nodeType.methods.credentialTest.testLogin.call(new CredentialTestContext(), {
		id: 'c',
		name: 'Sandbox',
		type: 'smsVoiceGatewayApi',
		data: credentials(changes),
	});
	return result.message;
}

/** What the node's error says. */
const says =
	(parameters: INodeParameters, rows: IDataObject[] = [{}]) =>
	async (): Promise<string> =>
		(await run(parameters, { rows })).error?.message ?? 'no error';
const sayTo = (destination: string) => says(send({ destination }));
const withOptions = (options: IDataObject) => send({ options: grouped(options) });
const TEXT = { message: '={{ $json.text }}' };
const TWO = '09120000000, 09350000000';

/** How each message of the page comes about, in the page's order. */
const SITUATIONS: Array<[what: string, () => Promise<string>]> = [
	['a wrong password', () => testMessage({ password: 'wrong-password' })],
	[
		'nothing at the address',
		async () => testMessage({ callBaseUrl: `http://127.0.0.1:${await freePort()}` }),
	],
	['a web site at the address', () => testMessage({}, { kind: 'html' })],
	['an address with a path', () => testMessage({ callBaseUrl: `${sandbox().url}/api` })],
	['another column', says(send({ destination: '={{ $json.phone }}' }), [{ Phone: '0912' }])],
	['a rounded number', sayTo('9.89121E+11')],
	['a part of a number', sayTo('021,88776655')],
	['a pause', sayTo('18005550199,,1234')],
	['an extension', sayTo('021-88776655-60')],
	['a space between two', sayTo('6912345 6612345')],
	['a zero behind a country code', sayTo('+98 0912 123 4567')],
	['a date', sayTo('2026-11-21')],
	['letters', sayTo('Sara')],
	['two numbers for a call', says(playVoiceFile({ destination: TWO }))],
	['two numbers for a row', says(sendBulk({ destination: TWO }))],
	['several wrong rows', says(sendBulk(to), [{ to: '9' }, { to: 'Sara' }])],
	['an expression that is fixed', says(send({ message: 'Hi {{ $json.x }}' }))],
	['a gap', says(sendBulk({ message: '=Hi {{ $json.name }}!' }))],
	['a template in a text', says(send(TEXT), [{ text: 'Dear {{name}}' }])],
	['a date of the other calendar', says(withOptions({ time: { scheduled: '1405-08-30 10:00' } }))],
	["a spreadsheet's date", says(withOptions({ time: { scheduled: '={{ 46354.375 }}' } }))],
	[
		'a number of another length',
		says({
			...withOptions({ numberFormat: { countryCode: '98', nationalLength: 10 } }),
			destination: '0912123',
		}),
	],
	[
		'too many parts',
		says({ ...withOptions({ limits: { maxParts: 1 } }), message: 'x'.repeat(161) }),
	],
	['two questions', says(sendAndWait(), [{}, {}])],
];

test.each(SITUATIONS.map(([what, happen], index) => ({ what, happen, index })))(
	'the page lists what n8n shows for $what',
	async ({ happen, index }) => {
		const message = await happen();
		expect(message).toEqual(said(patterns[index] ?? 'nothing'));
	},
);

test('every message that the page lists is produced here', () => {
	expect(patterns).toHaveLength(SITUATIONS.length);
});

/** The block under "Errors"; `…` stands for any text. */
const page = readPage('docs/topics/sending-and-retrying.md');
const shown = sectionOf(page, 'Errors').content.find(({ type }) => type === 'code')?.value;

test('the error that the page on sending shows is the node’s', async () => {
	sandbox().setFaults([strikes(2, LOST)]);
	const { error } = await run(send(to), { rows: [1, 2, 3].map((row) => ({ to: numberOf(row) })) });
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
