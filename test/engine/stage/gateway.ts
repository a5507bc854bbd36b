import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';

import { startSandbox } from '../../../sandbox/index.ts';
import type { FaultAction, Sandbox } from '../../../sandbox/index.ts';
import { runNode, startEngine, stopEngine } from './engine.ts';
import type { RunOptions, RunResult } from './engine.ts';

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
	return {
		sandbox,
		credentials,
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

/** Lets an answer be this one. */
export function answering(answer: unknown, status = 200): FaultAction {
	const body = typeof answer === 'string' ? answer : JSON.stringify(answer);
	return { kind: 'status', status, body, contentType: 'application/json' };
}

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

/** Parameters of sms:sendBulk that takes its messages from the input items. */
export const sendBulk = (changes: INodeParameters = {}): INodeParameters => ({
	...send(),
	operation: 'sendBulk',
	...changes,
});

/** Parameters of sms:sendBulk that takes its messages from JSON. */
export const sendJson = (messages: INodeParameters[string], changes: INodeParameters = {}) => ({
	resource: 'sms',
	operation: 'sendBulk',
	messagesFrom: 'json',
	messages,
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

/** The members that a failed item holds under `details`. */
export const detailsOf = (item: INodeExecutionData | undefined): IDataObject =>
	(item?.json.details ?? (item?.json.error === undefined ? {} : item.json)) as IDataObject;
