import { endedRun, itemsOf, type SandboxOptions, type Workflow } from '../e2e/n8n.ts';
import { openCluster, type Cluster, type Entry } from './cluster.ts';
import { NODE, type Row } from './workflows.ts';

/** A dead worker is noticed when its lock runs out: n8n waits a minute, and looks every half. */
const SOON = {
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
	QUEUE_WORKER_STALLED_INTERVAL: '2000',
};

/** n8n's words for an execution whose worker it takes for dead. */
export const NOTICED = /This execution failed to be processed too many times/;

/** What an execution says of a row. */
interface Said {
	to: unknown;
	outcome: unknown;
	messageId: unknown;
}

/** The cluster of a file's tests. */
export interface OwnCluster extends Cluster {
	/** How often each row was sent. */
	sent(rows: Row[]): number[];
	saidBy(execution: Entry): Promise<Said[]>;
	outcomesOf(execution: Entry): Promise<unknown[]>;
}

/** Opens it before them, empties the sandbox before each, and closes it. */
export function ownCluster(
	workflows: Workflow[],
	settings: Record<string, string>,
	options: SandboxOptions,
): OwnCluster {
	const own = {
		sent(rows: Row[]) {
			const counts = new Map<string, number>();
			for (const { destination } of own.sandbox.messages())
				counts.set(destination, (counts.get(destination) ?? 0) + 1);
			return rows.map(({ to }) => counts.get(to) ?? 0);
		},
		async saidBy({ id }: Entry) {
			const items = itemsOf(await endedRun(own.server, id), NODE);
			return items.map(({ json }) => {
				const details = json.details as { outcome?: unknown } | undefined;
				const { destination: to, messageId } = json;
				return { to, outcome: details?.outcome ?? json.outcome, messageId };
			});
		},
		async outcomesOf(execution: Entry) {
			return (await own.saidBy(execution)).map(({ outcome }) => outcome);
		},
	} as OwnCluster;
	beforeAll(async () => {
		Object.assign(own, await openCluster(workflows, { ...settings, ...SOON }, options));
	});
	beforeEach(() => own.sandbox.reset());
	// Undefined where the beginning failed.
	afterAll(async () => await (own as Partial<Cluster>).close?.());
	return own;
}
