import type { INodeParameters } from 'n8n-workflow';

import { merged } from './merged.ts';
import { playVoiceFile, send, sendBulk, sendCode } from './gateway.ts';

/** Parameters of an operation with these options; `more` changes those of a text. */
export type Parameters = (options: INodeParameters, more?: INodeParameters) => INodeParameters;

/** The number of a row. */
export const to = { destination: '={{ $json.to }}' };

/** All four operations that send, one row a request, for rows `{ to }`. */
export const ALL_THAT_SEND: Array<[name: string, Parameters]> = [
	['send', (options, more = {}) => send({ ...to, options, ...more })],
	[
		'sendBulk',
		(options, more = {}) =>
			sendBulk({
				...to,
				options: merged({ speed: { values: { batchSize: 1 } } }, options),
				...more,
			}),
	],
	['playVoiceFile', (options) => playVoiceFile({ ...to, options })],
	['sendCode', (options) => sendCode({ ...to, options })],
];
