import { EventEmitter } from 'node:events';
import { ACCOUNT, validAccount } from './account.ts';
import { inboxRoutes } from './api/routes.ts';
import { pageRoutes } from './api/page.ts';
import { addControl } from './control.ts';
import { AT_ONCE, validDelivery } from './delivery.ts';
import { identityOf, validFaults } from './faults/faults.ts';
import type { Sandbox, SandboxOptions } from './types.ts';
import { createServer } from './server.ts';
import { createState } from './state.ts';

export type { Sandbox, SandboxOptions } from './types.ts';
export type { Fault } from './faults/faults.ts';
export type { FaultAction, FaultKind } from './faults/table.ts';
export type { FamilyName } from './faults/families.ts';
export type { Delivery } from './delivery.ts';
export { AT_ONCE, MOVING } from './delivery.ts';
export { InvalidSetting } from './settings.ts';
export type { RecordedMessage, RecordedRequest } from './types.ts';

/** Starts a sandbox on 127.0.0.1. Rejects where the port is taken, and with InvalidSetting for a wrong option. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { port = 0, seed = 1, delivery: moving = {}, ...part } = options;
	const account = { ...ACCOUNT, ...validAccount(part) };
	const delivery = { ...AT_ONCE, ...validDelivery(moving) };
	const changes = new EventEmitter().setMaxListeners(0);
	const changed = (): void => void changes.emit('change');
	let state = createState(account, delivery, seed);
	let url = '';
	const app = createServer(() => state, changed);
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
		requests: () => Array.from(state.requests.values(), (request) => ({ ...request })),
		messages: () => state.messages.map((message) => ({ ...message })),
		reset: () => {
			state = createState(account, delivery, seed);
			changed();
		},
		setFaults: (faults) => {
			state.faults = validFaults(faults);
			const kept = new Set(state.faults.map(identityOf));
			for (const identity of state.strikes.keys())
				if (!kept.has(identity)) state.strikes.delete(identity);
			changed();
		},
		faults: () => structuredClone(state.faults),
		setAccount: (part) => {
			Object.assign(state.account, validAccount(part));
			changed();
		},
		setDelivery: (part) => {
			state.delivery = { ...state.delivery, ...validDelivery(part) };
			changed();
		},
		delivery: () => structuredClone(state.delivery),
		close: () => app.close(),
	};
	await app.register(
		inboxRoutes(() => state, changes),
		{ prefix: '/_sandbox/inbox' },
	);
	await app.register(pageRoutes);
	addControl(app, sandbox, () => state.account);
	url = await app.listen({ host: '127.0.0.1', port });
	return sandbox;
}
