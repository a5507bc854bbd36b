import {
	bulk,
	type INodeParameters,
	merged,
	PATH,
	playVoiceFile,
	send,
	sendAndWait,
	sendCode,
} from '../stage/index.ts';

/** One way to send, for rows `{ to }`. */
export interface Sending {
	name: string;
	path: string;
	/** Requests of a run, and the rows of each. */
	requests: number;
	size: number;
	parameters: (options: INodeParameters) => INodeParameters;
	/** Run by its routing alone, item by item. */
	routingOnly?: true;
	/** Where the text was accepted, and only there, the run waits for an answer. */
	waits?: true;
	/** The output says which request each row was in. */
	tellsBatch?: true;
}

const to = '={{ $json.to }}';
const HELLO = '=Hello {{ $json.to }}';

/** Every row in a request of its own. */
const alone = { requests: 4, size: 1 };
const sms = { path: PATH.send, ...alone };

const sendAs =
	(bodyFormat: string): Sending['parameters'] =>
	(options) =>
		send({
			destination: to,
			message: HELLO,
			options: { bodyFormat, ...options },
		});

/** Every operation that costs money, one row a request. */
export const SENDINGS: Sending[] = [
	{ name: 'send as JSON', ...sms, parameters: sendAs('json') },
	{ name: 'send by its routing', ...sms, parameters: sendAs('json'), routingOnly: true },
	{ name: 'send as multipart', ...sms, parameters: sendAs('multipart') },
	{
		name: 'playVoiceFile',
		path: PATH.playVoiceFile,
		...alone,
		parameters: (options) => playVoiceFile({ destination: to, options }),
	},
	{
		name: 'sendCode',
		path: PATH.sendCode,
		...alone,
		parameters: (options) => sendCode({ destination: to, options }),
	},
	{
		name: 'sendBulk, one row each',
		path: PATH.sendBulk,
		...alone,
		parameters: (options) =>
			bulk(merged({ speed: { values: { batchSize: 1 } } }, options), { message: HELLO }),
	},
];

/** A run of one row, which asks by link. */
export const QUESTION: Sending = {
	name: 'sendAndWait',
	path: PATH.send,
	requests: 1,
	size: 1,
	parameters: (options) => sendAndWait({ destination: to, message: HELLO, options }),
	waits: true,
};

const shared = { requests: 5, size: 2 };

/** The operations whose rows share requests. */
export const SHARING: Record<'sendBulk' | 'send', Sending> = {
	sendBulk: {
		name: 'sendBulk, two rows each',
		path: PATH.sendBulk,
		...shared,
		parameters: (options) =>
			bulk(merged({ speed: { values: { batchSize: shared.size } } }, options), { message: HELLO }),
		tellsBatch: true,
	},
	send: {
		name: 'send, two rows each',
		path: PATH.send,
		...shared,
		// One text, so that the rows of a request may share it.
		parameters: (options) =>
			send({
				destination: to,
				message: 'Hello all',
				options: merged({ speed: { values: { batchSize: shared.size } } }, options),
			}),
	},
};
