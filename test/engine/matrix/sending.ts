import type { INodeParameters } from 'n8n-workflow';

/** One way to send, for items `{ to }`. */
export interface Sending {
	name: string;
	path: string;
	parameters: (options: INodeParameters) => INodeParameters;
	/** Run by its routing alone, item by item. */
	routingOnly?: true;
}

const send = (bodyFormat: string) => (options: INodeParameters) => ({
	resource: 'sms',
	operation: 'send',
	source: '3000',
	destination: '={{ $json.to }}',
	message: '=Hello {{ $json.to }}',
	options: { bodyFormat, ...options },
});

/** Every operation that costs money. */
export const SENDINGS: Sending[] = [
	{ name: 'send as JSON', path: '/webservice/v2rest/sendsms', parameters: send('json') },
	{
		name: 'send by its routing',
		path: '/webservice/v2rest/sendsms',
		parameters: send('json'),
		routingOnly: true,
	},
	{ name: 'send as multipart', path: '/webservice/v2rest/sendsms', parameters: send('multipart') },
	{
		name: 'playVoiceFile',
		path: '/v1/call/voice-file',
		parameters: (options) => ({
			resource: 'call',
			operation: 'playVoiceFile',
			fileId: '77',
			destination: '={{ $json.to }}',
			options,
		}),
	},
	{
		name: 'sendCode',
		path: '/v1/call/otp',
		parameters: (options) => ({
			resource: 'call',
			operation: 'sendCode',
			code: '048213',
			destination: '={{ $json.to }}',
			options,
		}),
	},
	{
		name: 'sendBulk, one row each',
		path: '/webservice/v2rest/p2psendsms',
		parameters: (options) => ({
			resource: 'sms',
			operation: 'sendBulk',
			messagesFrom: 'inputItems',
			source: '3000',
			destination: '={{ $json.to }}',
			message: '=Hello {{ $json.to }}',
			sendToBlacklist: false,
			options: { batchSize: 1, ...options },
		}),
	},
];
