import type { IDataObject, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type {
	Fault,
	FaultAction,
	RecordedMessage,
	RecordedRequest,
	Sandbox,
} from '../../../sandbox/index.ts';
import { detailsOf, playVoiceFile, send, sendBulk, sendCode, sendJson } from './gateway.ts';

/** A number of its own for each row, in order. */
export const numbers = (count: number): string[] =>
	Array.from({ length: count }, (_, index) => numberOf(index));

export const numberOf = (index: number): string => `0912${String(index).padStart(7, '0')}`;

/** Rows with a number and a text each. */
export const rowsFor = (count: number): IDataObject[] =>
	numbers(count).map((to, index) => ({ to, text: `Hello no. ${index}` }));

/** Parameters of sms:sendBulk for such rows. */
export const bulk = (options: INodeParameters = {}, more: INodeParameters = {}): INodeParameters =>
	sendBulk({ destination: '={{ $json.to }}', message: '={{ $json.text }}', options, ...more });

/** The requests that arrived, without the question for the credit, which sends nothing. */
export const leaving = (sandbox: Sandbox): RecordedRequest[] =>
	sandbox.requests().filter(({ path }) => path !== '/v1/report/credit');

/** The destinations of each bulk request that reached the sandbox, in order of arrival. */
export const batchesAt = (sandbox: Sandbox): string[][] =>
	leaving(sandbox).map(({ fields }) => {
		const { data } = fields as { data?: IDataObject[] };
		return (data ?? []).map(({ destination }) => String(destination));
	});

/** How many messages a number was sent. */
export const timesSentTo = (sandbox: Sandbox, to: string): number =>
	sandbox.messages().filter(({ destination }) => destination === to).length;

export const messageTo = (sandbox: Sandbox, to: string): RecordedMessage | undefined =>
	sandbox.messages().find(({ destination }) => destination === to);

export const outcomeOf = (item: INodeExecutionData): unknown =>
	detailsOf(item).outcome ?? item.json.outcome;

export const outcomesOf = (items: INodeExecutionData[]): unknown[] => items.map(outcomeOf);

export const REFUSED: FaultAction = { kind: 'status', status: 400 };

/** Taken, though its answer never comes. */
export const LOST: FaultAction = { kind: 'drop', when: 'after' };

/** What the request with a row's number meets, so many times. */
export const strikes = (row: number, fault: FaultAction, times?: number): Fault => ({
	match: { destination: numberOf(row) },
	fault,
	...(times === undefined ? {} : { times }),
});

/** Messages of an array, to a number of its own each. */
export const messagesOf = (texts: string[], from = 0): IDataObject[] =>
	texts.map((message, index) => ({
		source: '3000',
		destination: numberOf(from + index),
		message,
		send_to_blacklist: 0,
	}));

/** The input item that an output item is paired with. */
export function pairOf({ pairedItem }: INodeExecutionData): number | undefined {
	return typeof pairedItem === 'object' && !Array.isArray(pairedItem) ? pairedItem.item : undefined;
}

/** A list with `count` times the same. */
export const times = <T>(count: number, value: T): T[] =>
	Array.from({ length: count }, () => value);

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

/** The array of each item, in its column `list`. */
export const SEND_JSON: Parameters = (options, more = {}) =>
	sendJson('={{ $json.list }}', { options, ...more });

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

/** What a user sets in a node's settings: On Error, and Retry On Fail. */
type Mode = Partial<INode>;

export const CONTINUE: Mode = { onError: 'continueRegularOutput' };
export const ERROR_OUTPUT: Mode = { onError: 'continueErrorOutput' };
export const RETRY: Mode = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
