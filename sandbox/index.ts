import { validAccount } from './account.ts';
import { Feed } from './api/feed.ts';
import { Inbox } from './api/inbox.ts';
import { inboxRoutes } from './api/routes.ts';
import { pageRoutes } from './api/page.ts';
import { addControl } from './control.ts';
import type { Delivery } from './delivery/settings.ts';
import { AT_ONCE, validDelivery } from './delivery/settings.ts';
import { carriedOver } from './faults/strikes.ts';
import type { Fault } from './faults/types.ts';
import { validFaults } from './faults/validate.ts';
import { createServer } from './server.ts';
import { createState } from './state.ts';
import type { Account, RecordedMessage, RecordedRequest, SandboxOptions } from './types.ts';

export type { Fault, FaultAction, FaultKind } from './faults/types.ts';
export type { FamilyName } from './faults/family.ts';
export type { Delivery } from './delivery/settings.ts';
export { AT_ONCE, MOVING } from './delivery/settings.ts';
export { InvalidSetting } from './faults/validate.ts';
export type { RecordedMessage, RecordedRequest, SandboxOptions } from './types.ts';

/** A running stand-in for the service. Lists are copies: changing them changes nothing here. */
export interface Sandbox {
	/** `http://127.0.0.1:PORT`, serving as both base addresses; opened in a browser, it is the inbox. */
	readonly url: string;
	readonly username: string;
	readonly password: string;
	/** Every request that reached the service paths, in order of arrival, with what was answered. */
	requests(): RecordedRequest[];
	/** What was accepted, one per destination, in order. */
	messages(): RecordedMessage[];
	/** Forgets everything and brings the account and the delivery back to how they started. */
	reset(): void;
	/** Replaces the faults; throws InvalidSetting with what is wrong and then changes nothing. */
	setFaults(faults: Fault[]): void;
	/** The faults, with how often each may still strike. */
	faults(): Fault[];
	/** Changes part of the account; throws InvalidSetting. */
	setAccount(part: Partial<Account>): void;
	/** Changes part of how texts get delivered; throws InvalidSetting. Holds for texts accepted before, too. */
	setDelivery(part: Partial<Delivery>): void;
	delivery(): Delivery;
	/** Stops at once, cutting off requests under way. */
	close(): Promise<void>;
}

const ACCOUNT: Account = {
	username: 'demo',
	password: 'demo-password',
	credit: 1000,
	additionalFields: [],
	// Seen on live services: +98… is refused where 09… and 989… are taken.
	refusedPrefixes: ['+98'],
};

/** Starts a sandbox on 127.0.0.1. Rejects where the port is taken, and with InvalidSetting for a wrong option. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { port = 0, seed = 1, delivery: moving = {}, ...part } = options;
	const account = { ...ACCOUNT, ...validAccount(part) };
	const delivery = { ...AT_ONCE, ...validDelivery(moving) };
	const feed = new Feed();
	let state = createState(account, delivery, seed);
	let url = '';
	const app = createServer(() => state, feed.changed);
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
			state = createState(account, delivery, seed);
			feed.startedOver();
		},
		setFaults: (faults) => {
			const fresh = validFaults(faults);
			state.strikes = carriedOver(state.strikes, state.faults, fresh);
			state.faults = fresh;
			feed.changed();
		},
		faults: () => structuredClone(state.faults),
		setAccount: (part) => {
			Object.assign(state.account, validAccount(part));
			feed.changed();
		},
		setDelivery: (part) => {
			state.delivery = { ...state.delivery, ...validDelivery(part) };
			feed.changed();
		},
		delivery: () => structuredClone(state.delivery),
		close: () => app.close(),
	};
	await app.register(inboxRoutes(new Inbox(() => state, feed)), { prefix: '/_sandbox/inbox' });
	await app.register(pageRoutes);
	addControl(app, sandbox, () => state.account);
	url = await app.listen({ host: '127.0.0.1', port });
	return sandbox;
}
