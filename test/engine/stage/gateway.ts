import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';

import { startSandbox } from '../../../sandbox/index.ts';
import type { RecordedMessage, RecordedRequest, Sandbox } from '../../../sandbox/index.ts';
import { deduplicator, type MemoryDeduplicator } from './deduplicator.ts';
import { runNode, startEngine, stopEngine } from './engine.ts';
import type { RunOptions, RunResult } from './engine.ts';
import { fronts, stops } from './front.ts';
import { answering } from './modes.ts';
import { batchesAt, leaving, messageTo } from './rows.ts';

/** The paths of the six endpoints, written out here so that they can't agree with a mistake of the node. */
export const PATH = {
	send: '/webservice/v2rest/sendsms',
	sendBulk: '/webservice/v2rest/p2psendsms',
	getStatus: '/webservice/v2rest/msgstatus',
	playVoiceFile: '/v1/call/voice-file',
	sendCode: '/v1/call/otp',
	getCredit: '/v1/report/credit',
} as const;

/** The first message ids of a fresh sandbox: none of them survives a reading as a double. */
export const ID = ['9007199254741993', '9007199254741995', '9007199254741997'] as const;

/** A sandbox for the tests of one file, and the node run against it. */
export interface Gateway {
	sandbox: () => Sandbox;
	credentials: (changes?: IDataObject) => ICredentialDataDecryptedObject;
	run: (parameters: INodeParameters, more?: Partial<RunOptions>) => Promise<RunResult>;
	/** What the requests carried besides the login, which each of them must have carried rightly. */
	bodies: () => IDataObject[];
	/** The one request that arrived. */
	body: () => IDataObject;
	/** Who got the messages, what they say, and their ids, in order. */
	received: () => string[];
	texts: () => string[];
	givenIds: () => string[];
	/** The message to a number, and how many it was sent. */
	messageTo: (to: string) => RecordedMessage | undefined;
	timesSentTo: (to: string) => number;
	/** The requests without the question for the credit, and the destinations of each, of a bulk. */
	leaving: () => RecordedRequest[];
	batches: () => string[][];
	/** n8n's store of keys, which is empty before each test. */
	store: MemoryDeduplicator;
	/** Starts a server in front of the sandbox, which is closed after the test. */
	front: ReturnType<typeof fronts>;
	/** What stops an execution, handed to `started`, once so many requests have arrived. */
	stopAt: ReturnType<typeof stops>;
	/** Lets every answer be this one, with HTTP 200 unless another status is given. */
	answerWith: (answer: unknown, status?: number) => void;
}

/**
 * Starts engine and sandbox before the tests of a file, and resets the sandbox before each. `engine` is what evaluates
 * expressions: for `vm`, the newer n8n's, each run makes an isolate, which takes longer than all else in most tests.
 */
export function gateway(engine: 'vm' | 'legacy' = 'legacy'): Gateway {
	let running: Sandbox | undefined;
	const sandbox = () => {
		if (running === undefined) throw new Error('the sandbox has not started yet');
		return running;
	};
	beforeAll(async () => {
		await startEngine(engine);
		running = await startSandbox();
	});
	afterAll(async () => {
		await running?.close();
		await stopEngine();
	});
	beforeEach(() => sandbox().reset());

	const credentials = (changes: IDataObject = {}) =>
		({
			username: sandbox().username,
			password: sandbox().password,
			smsBaseUrl: sandbox().url,
			callBaseUrl: sandbox().url,
			allowPlainHttp: false,
			...changes,
		}) as ICredentialDataDecryptedObject;
	const bodies = () =>
		sandbox()
			.requests()
			.map(({ fields, loginCorrect }) => {
				if (!loginCorrect) throw new Error('a request came without the right login');
				const { username, password, ...rest } = fields as IDataObject;
				if (username === undefined || password === undefined) throw new Error('no login');
				return rest;
			});
	const all = <Name extends keyof RecordedMessage>(name: Name) =>
		sandbox()
			.messages()
			.map((message) => String(message[name]));
	return {
		sandbox,
		store: deduplicator(),
		front: fronts(sandbox),
		stopAt: stops(sandbox),
		credentials,
		received: () => all('destination'),
		texts: () => all('message'),
		givenIds: () => all('id'),
		messageTo: (to) => messageTo(sandbox(), to),
		timesSentTo: (to) => all('destination').filter((one) => one === to).length,
		leaving: () => leaving(sandbox()),
		batches: () => batchesAt(sandbox()),
		run: async (parameters, more = {}) =>
			await runNode({ parameters, credentials: credentials(), ...more }),
		bodies,
		body: () => {
			const [only, ...others] = bodies();
			if (only === undefined || others.length > 0) {
				throw new Error(`${bodies().length} requests arrived instead of one`);
			}
			return only;
		},
		answerWith: (answer, status) => sandbox().setFaults([{ fault: answering(answer, status) }]),
	};
}
