import { Readable } from 'node:stream';

import { jest } from '@jest/globals';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { Attempt } from '../../../nodes/SmsVoiceGateway/engine/attempt.ts';
import type { End } from '../../../nodes/SmsVoiceGateway/engine/row/end.ts';
import { loginOf } from '../../../nodes/SmsVoiceGateway/engine/delivery/login.ts';
import type { Operation } from '../../../nodes/SmsVoiceGateway/engine/operation.ts';
import { Pace } from '../../../nodes/SmsVoiceGateway/engine/delivery/pace.ts';
import { inBatches } from '../../../nodes/SmsVoiceGateway/engine/delivery/requests.ts';
import type { RowOf } from '../../../nodes/SmsVoiceGateway/engine/row/row.ts';
import type { Claim, UniqueKeys } from '../../../nodes/SmsVoiceGateway/engine/keys/uniqueKeys.ts';

export interface Text {
	destination: string;
}

/** What the service does with a request: an answer, an error in its place, or one of them after a while. */
export type Reply = { status: number; body: string } | Error;

export const ACCEPTED: Reply = { status: 200, body: '{"status":"accepted","messageId":"71"}' };
export const REFUSED: Reply = { status: 400, body: '{"meta":{"status":1010,"message":"no"}}' };
/** Refused for a reason that is the next request's too. */
export const NO_CREDIT: Reply = { status: 400, body: '{"meta":{"status":1006,"message":"no"}}' };
export const LOST: Reply = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });

export const TARGET = {
	baseURL: 'https://sms.example.com',
	path: '/send',
	host: 'sms.example.com',
};

/** A row to each destination, with a key where one is given: "0912 key". */
export const rowsTo = (...list: string[]): Array<RowOf<Text>> =>
	list.map((one, item) => {
		const [destination = '', key] = one.split(' ');
		return {
			item,
			id: item,
			fields: { destination },
			multipart: false,
			dryRun: false,
			resendUnknown: false,
			...(key === undefined ? {} : { key }),
		};
	});

/** Keys that are told what to say of what they are asked, and note what they are told. */
export class Keys {
	readonly log: string[] = [];
	readonly used = new Set<string>();
	readonly busy = new Set<string>();
	readonly broken = new Map<string, Date | undefined>();
	beforeClaim: () => void | Promise<void> = () => undefined;
	beforeRelease: () => void = () => undefined;
	private readonly onTheirWay = new Set<string>();

	async claim(keys: string[], again: ReadonlySet<string>): Promise<Claim> {
		this.log.push(`claim ${keys.join()}${again.size > 0 ? ` again ${[...again].join()}` : ''}`);
		await this.beforeClaim();
		const busy = new Set(keys.filter((key) => this.busy.has(key) || this.onTheirWay.has(key)));
		const broken = new Map([...this.broken].filter(([key]) => keys.includes(key)));
		const rest = keys.filter((key) => !busy.has(key) && !broken.has(key) && !this.used.has(key));
		for (const key of rest) this.onTheirWay.add(key);
		return { free: new Set(rest), busy, broken };
	}

	keep(keys: string[]): void {
		this.log.push(`keep ${keys.join()}`);
		for (const key of keys) {
			this.onTheirWay.delete(key);
			this.used.add(key);
		}
	}

	async release(keys: string[]): Promise<void> {
		if (keys.length > 0) this.log.push(`release ${keys.join()}`);
		this.beforeRelease();
		for (const key of keys) this.onTheirWay.delete(key);
	}
}

interface Circumstances {
	goesOn?: boolean;
	batchSize?: number;
	parallel?: number;
	failures?: number;
	interval?: number;
	signal?: AbortSignal;
	keys?: Keys;
	operation?: Partial<Operation<Text>>;
	/** What the service does with the request of these numbers. */
	reply?: (destinations: string[]) => Reply | Promise<Reply>;
}

/** A try of a run, over a service that replies as told. Each request is noted by its numbers, and when it left. */
export function delivery(circumstances: Circumstances = {}) {
	const { goesOn = false, batchSize = 1, parallel = 1, failures, interval = 0 } = circumstances;
	const { signal, keys, reply = () => ACCEPTED } = circumstances;
	const sent: string[] = [];
	const times: number[] = [];
	const warnings: string[] = [];
	const requests: IHttpRequestOptions[] = [];
	const began = Date.now();
	const operation: Operation<Text> = {
		sends: true,
		options: [],
		share: inBatches,
		toBody: (rows) => ({ to: rows.map(({ fields }) => fields.destination).join() }),
		toItems: (rows, _, batch) => rows.map(({ item }) => [{ item, batch }]),
		duplicate: ({ item }) => ({ messageId: `none of ${item}` }),
		...circumstances.operation,
	} as Operation<Text>;
	const context = {
		getExecutionCancelSignal: () => signal,
		getNode: () => ({ name: 'Send', type: 'smsVoiceGateway' }),
		logger: { warn: (words: string) => warnings.push(words) },
		helpers: {
			async httpRequestWithAuthentication(_: string, options: IHttpRequestOptions) {
				const { to = '' } = options.body as { to?: string };
				sent.push(to);
				times.push(Date.now() - began);
				requests.push(options);
				const answer = await reply(to.split(','));
				if (answer instanceof Error) throw answer;
				const body = Readable.from([Buffer.from(answer.body)]);
				return { statusCode: answer.status, headers: {}, body };
			},
		},
	};
	const attempt = {
		context,
		inputs: { items: [], values: () => () => undefined },
		operation,
		run: { memory: new Map<string | number, End>(), batches: 0, stuckKeys: new Set<string>() },
		login: loginOf({ password: 'secret' }),
		settings: {
			batchSize,
			parallel,
			invalidRows: undefined,
			limits: { messages: undefined, parts: undefined, credit: undefined, failures },
			plainPunctuation: false,
			numberFormat: undefined,
			untilFinal: undefined,
			paces: [new Pace(1, interval), new Pace(1, 0)],
			request: {},
			problems: [],
		},
		target: TARGET,
		goesOn,
		failed: false,
		...(keys === undefined ? {} : { keys: keys as unknown as UniqueKeys }),
	} as unknown as Attempt;
	return { attempt, sent, times, warnings, requests };
}

/** Lets time pass until something has ended. */
export async function ended<T>(working: Promise<T>): Promise<T> {
	let isOver = false;
	const noted = working.finally(() => (isOver = true));
	noted.catch(() => undefined);
	for (let step = 0; step < 5000 && !isOver; step++) await jest.advanceTimersByTimeAsync(10);
	if (!isOver) throw new Error('It does not end');
	return await noted;
}

export const outcomes = (rows: ReadonlyArray<{ end?: End }>) => rows.map(({ end }) => end?.outcome);

export const messages = (rows: ReadonlyArray<{ end?: End }>) =>
	rows.map(({ end }) => (end !== undefined && 'failure' in end ? end.failure.message : undefined));

export const itemsOf = (rows: ReadonlyArray<{ end?: End }>): Array<IDataObject[] | undefined> =>
	rows.map(({ end }) => (end !== undefined && 'items' in end ? end.items : undefined));
