import type { Workflow } from '../../host/workflows.ts';
import type { SandboxOptions } from '../../sandbox/index.ts';
import { open, type Opened, type Served } from './opened.ts';
import { publish } from './rest-run.ts';

/** An n8n of a file's own: for what ends it, or needs settings. */
export interface OwnN8n extends Served {
	/** Starts it again. */
	serve(): Promise<void>;
}

/** What such a file begins with. */
export interface Beginning {
	settings?: () => Record<string, string>;
	sandbox?: SandboxOptions;
	/** What is done before n8n is started. */
	prepare?(opened: Opened): Promise<unknown>;
	workflows(): Workflow[];
	/** Which of them; `true`: all. */
	published?: string[] | true;
}

/** Starts it before the file's tests, and ends it after them. */
export function ownN8n({ workflows, published = [], ...beginning }: Beginning): OwnN8n {
	const own = {
		async serve() {
			own.server = await own.host.serve();
		},
	} as OwnN8n;
	beforeAll(async () => {
		Object.assign(own, await open(beginning.settings?.(), beginning.sandbox));
		await beginning.prepare?.(own);
		const all = workflows();
		await own.host.importWorkflows(all);
		await own.serve();
		await publish(own.server, ...(published === true ? all.map(({ id }) => id) : published));
	});
	// Undefined where the beginning failed.
	afterAll(async () => await (own as Partial<Opened>).close?.());
	return own;
}

/** A subject on an n8n that ends in the middle of it. */
export interface BrokenOff {
	workflows(): Workflow[];
	published?: string[];
	/** What needs no end. */
	tests(n8n: OwnN8n): void;
	/** Begins what the end breaks off, and waits until it is in the middle. */
	begin(n8n: OwnN8n): Promise<void>;
	/** Waits for what the service carries out although nobody waits for its answer any more. */
	carriedOut?(n8n: OwnN8n): Promise<void>;
	/** What is so when n8n is up again. */
	title: string;
	look(n8n: OwnN8n): Promise<void>;
}

/** Tests of what a subject has begun and n8n, which looks once a minute whether a wait is over, ends in its own time. */
export type Later = () => void;

/** Runs the tests of some subjects on one n8n, and behind them what was left for later. */
export function inOneServer<T>(
	subjects: Record<string, (served: () => T) => Later | void>,
	served: () => T,
): void {
	const late: Later[] = [];
	describe.each(Object.entries(subjects))('%s', (name, tests) => {
		const more = tests(served);
		if (more) late.push(() => describe(name, more));
	});
	for (const define of late) define();
}
