import { freePort } from '../../../host/ports.ts';
import { type Sandbox, startEngine, startSandbox, stopEngine } from '../stage/index.ts';
import type { MatrixFault } from './faults.ts';

/** Runs at a time, each with two sandboxes of its own: of those that wait, more than of those that work. */
const WAITING_SLOTS = 12;
const WORKING_SLOTS = 4;

/** Where one run at a time takes place. */
export interface Slot {
	service: Sandbox;
	/** Where redirects point: it must receive nothing. */
	elsewhere: Sandbox;
}

/** What a matrix counts; all but the runs have to stay 0. */
export type Blame = 'twice' | 'unreported' | 'wrong' | 'leaks';

/** What the runs of a matrix share. */
export interface Stage {
	/** Where the runs of a fault take place. */
	slotsFor: (fault: MatrixFault) => Slot[];
	counts: Record<Blame | 'runs', number>;
	/** An address at which nobody listens. */
	closedUrl: () => string;
}

/** Sets the stage of a matrix before its tests, and prints its counts under `title` at the end. */
export function stage(title: string): Stage {
	const slots: Slot[] = [];
	const counts = { runs: 0, twice: 0, unreported: 0, wrong: 0, leaks: 0 };
	let closedUrl = '';
	beforeAll(async () => {
		// Expressions are not what this is about, and without the isolate a run costs a fifth.
		await startEngine('legacy');
		for (let index = 0; index < WAITING_SLOTS; index++) {
			slots.push({ service: await startSandbox(), elsewhere: await startSandbox() });
		}
		closedUrl = `http://127.0.0.1:${await freePort()}`;
	});
	afterAll(async () => {
		for (const { service, elsewhere } of slots) {
			await service.close();
			await elsewhere.close();
		}
		await stopEngine();
		const { runs, twice, unreported, wrong, leaks } = counts;
		process.stderr.write(
			`${title}: ${runs} runs, ${twice} twice, ${unreported} unreported, ${wrong} wrong outcomes, ${leaks} with the password\n`,
		);
	});
	const slotsFor = ({ slow }: MatrixFault) => (slow ? slots : slots.slice(0, WORKING_SLOTS));
	return { slotsFor, counts, closedUrl: () => closedUrl };
}

/** What a credential of that sandbox holds, at another address where one is given. */
export const loginOf = ({ username, password, url }: Sandbox, baseUrl = url) => ({
	username,
	password,
	smsBaseUrl: baseUrl,
	callBaseUrl: baseUrl,
	allowPlainHttp: false,
});
