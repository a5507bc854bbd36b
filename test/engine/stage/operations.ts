import type { INodeParameters } from 'n8n-workflow';

import { ID } from './gateway.ts';

/** Parameters of sms:send, complete but for what a test is about. */
export const send = (changes: INodeParameters = {}): INodeParameters => ({
	resource: 'sms',
	operation: 'send',
	source: '3000',
	destination: '09120000000',
	message: 'Hello',
	...changes,
});

/** Parameters of sms:sendAndWait. */
export const sendAndWait = (changes: INodeParameters = {}): INodeParameters => ({
	...send(),
	operation: 'sendAndWait',
	message: 'Who takes it?',
	...changes,
});

/** Parameters of sms:sendBulk. */
export const sendBulk = (changes: INodeParameters = {}): INodeParameters => ({
	...send(),
	operation: 'sendBulk',
	...changes,
});

/** Parameters of sms:getStatus. */
export const getStatus = (changes: INodeParameters = {}): INodeParameters => ({
	resource: 'sms',
	operation: 'getStatus',
	messageIds: ID[0],
	...changes,
});

/** Parameters of call:playVoiceFile. */
export const playVoiceFile = (changes: INodeParameters = {}): INodeParameters => ({
	resource: 'call',
	operation: 'playVoiceFile',
	fileId: '77',
	destination: '09120000000',
	...changes,
});

/** Parameters of call:sendCode. */
export const sendCode = (changes: INodeParameters = {}): INodeParameters => ({
	resource: 'call',
	operation: 'sendCode',
	code: '048213',
	destination: '09120000000',
	...changes,
});

/** Parameters of report:getCredit. */
export const getCredit: INodeParameters = { resource: 'report', operation: 'getCredit' };

/** Every operation of which many may run. */
export const EVERY: Array<[name: string, INodeParameters]> = [
	['send', send()],
	['sendBulk', sendBulk()],
	['getStatus', getStatus()],
	['playVoiceFile', playVoiceFile()],
	['sendCode', sendCode()],
	['getCredit', getCredit],
];

/** Parameters of sms:sendBulk for such rows. */
export const bulk = (options: INodeParameters = {}, more: INodeParameters = {}): INodeParameters =>
	sendBulk({ destination: '={{ $json.to }}', message: '={{ $json.text }}', options, ...more });

/** Parameters of an operation with these options; `more` changes those of a text. */
export type Parameters = (options: INodeParameters, more?: INodeParameters) => INodeParameters;

/** The number of a row. */
export const to = { destination: '={{ $json.to }}' };

export const SEND: Parameters = (options, more = {}) => send({ ...to, options, ...more });

/** One row a request. */
export const SEND_BULK: Parameters = (options, more = {}) =>
	sendBulk({ ...to, options: merged({ speed: { values: { batchSize: 1 } } }, options), ...more });

export const PLAY_VOICE_FILE: Parameters = (options) => playVoiceFile({ ...to, options });

export const SEND_CODE: Parameters = (options) => sendCode({ ...to, options });

/** All four operations that send, one row a request, for rows `{ to }`. */
export const ALL_THAT_SEND: Array<[name: string, Parameters]> = [
	['send', SEND],
	['sendBulk', SEND_BULK],
	['playVoiceFile', PLAY_VOICE_FILE],
	['sendCode', SEND_CODE],
];

/** Those of a text. */
export const TEXTS = ALL_THAT_SEND.slice(0, 2);

/** Options, and others instead of them or beside them: of a group value by value. */
export function merged(options: INodeParameters, others: INodeParameters): INodeParameters {
	const names = new Set([...Object.keys(options), ...Object.keys(others)]);
	return Object.fromEntries(
		[...names].map((name) => {
			const [first, second] = [options[name], others[name]].map(
				(one) => (one as { values?: INodeParameters } | undefined)?.values,
			);
			const isGroup = first !== undefined && second !== undefined;
			return [
				name,
				isGroup
					? { values: { ...first, ...second } }
					: name in others
						? others[name]
						: options[name],
			];
		}),
	);
}
