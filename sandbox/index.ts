import { validAccount } from './account.ts';
import { addControl } from './control.ts';
import type { Fault } from './faults/types.ts';
import { validFaults } from './faults/validate.ts';
import { createServer } from './server.ts';
import { createState } from './state.ts';
import type { Account, RecordedMessage, RecordedRequest, SandboxOptions } from './types.ts';

export type { Fault, FaultAction, FaultKind } from './faults/types.ts';
export { InvalidSetting } from './faults/validate.ts';
export type { RecordedMessage, RecordedRequest, SandboxOptions } from './types.ts';

/** A running stand-in for the service. Lists are copies: changing them changes nothing here. */
export interface Sandbox {
	/** `http://127.0.0.1:PORT`, serving as both base addresses. */
	readonly url: string;
	readonly username: string;
	readonly password: string;
	/** Every request that reached the service paths, in order of arrival, with what was answered. */
	requests(): RecordedRequest[];
	/** What was accepted, one per destination, in order. */
	messages(): RecordedMessage[];
	/** Forgets everything and brings the account back to how it started. */
	reset(): void;
	/** Replaces the faults; throws InvalidSetting with what is wrong and then changes nothing. */
	setFaults(faults: Fault[]): void;
	/** The faults, with how often each may still strike. */
	faults(): Fault[];
	/** Changes part of the account; throws InvalidSetting. */
	setAccount(part: Partial<Account>): void;
	/** Stops at once, cutting off requests under way. */
	close(): Promise<void>;
}

const ACCOUNT: Account = { username: 'demo', password: 'demo-password', credit: 1000 };

/** Starts a sandbox on 127.0.0.1. Rejects where the port is taken, and with InvalidSetting for a wrong option. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { port = 0, seed = 1, ...part } = options;
	const account = { ...ACCOUNT, ...validAccount(part) };
	let state = createState(account, seed);
	let url = '';
	const app = createServer(() => state);
	const sandbox: Sandbox = {
		get url() {
			return url;
		},
		get username() {
			return state.account.username;
		},
		get password() {
			return state.account.password;
		},
		requests: () => state.requests.map((request) => ({ ...request })),
		messages: () => state.messages.map((message) => ({ ...message })),
		reset: () => {
			state = createState(account, seed);
		},
		setFaults: (faults) => {
			state.faults = validFaults(faults);
		},
		faults: () => structuredClone(state.faults),
		setAccount: (part) => {
			Object.assign(state.account, validAccount(part));
		},
		close: () => app.close(),
	};
	addControl(app, sandbox, () => state.account.credit);
	url = await app.listen({ host: '127.0.0.1', port });
	return sandbox;
}
