import {
	ENDED,
	found,
	http,
	open,
	type Opened,
	publish,
	type SandboxOptions,
	type Server,
	type Workflow,
} from '../e2e/n8n.ts';
import { type Services, openServices } from '../../host/services/index.ts';
import type { Worker } from '../../host/n8n.ts';
import type { Row } from './workflows.ts';
import { run } from '../../host/process.ts';

/** What PostgreSQL holds of an execution. */
export interface Entry {
	id: string;
	status: string;
	/** The execution that it repeats, where a person asked n8n for that. */
	retryOf: string | null;
	startedAt: Date;
	stoppedAt: Date;
}

/** n8n in queue mode: one main process and two workers, with Redis, PostgreSQL and the sandbox. */
export interface Cluster extends Opened {
	services: Services;
	server: Server;
	workers: Worker[];
	/** A workflow's executions, in the order in which they were asked for. */
	executions(workflowId: string): Promise<Entry[]>;
	/** Gives the rows to a workflow's webhook. */
	post(workflowId: string, rows: Row[]): Promise<void>;
	/** Gives each of the sheets to a workflow's webhook, all at once, and waits until their executions have ended. */
	run(workflowId: string, ...sheets: Row[][]): Promise<Entry[]>;
	/** Starts an execution and waits for a state in its middle; throws where it ends before. */
	inTheMiddle(workflowId: string, rows: Row[], reached: () => boolean): Promise<Entry>;
	/** The place of the worker that has begun an execution in the list of workers; -1 where none of them has. */
	workerOf(execution: Entry): number;
	/** Kills a worker, and starts none in its place. */
	kill(worker: number): Promise<void>;
	/** Starts a worker for a killed one. */
	replace(worker: number): Promise<void>;
	/** What all processes have written, the killed ones as well. */
	outputs(): string[];
}

/** Opens all of it, with these workflows imported and published. */
export async function openCluster(
	workflows: Workflow[],
	settings: Record<string, string>,
	options: SandboxOptions,
	asItComes = false,
): Promise<Cluster> {
	const endings: Array<() => Promise<unknown>> = [];
	const close = async () => {
		for (const end of endings.splice(0).reverse()) await end();
	};
	try {
		const services = await openServices();
		endings.push(() => services.close());
		const opened = await open({ ...settings, ...services.settings }, options, asItComes);
		// Last, and by itself: it ends every process that was started here, a Redis of ours too.
		endings.unshift(() => opened.close());
		await opened.host.importWorkflows(workflows);
		const server = await opened.host.serve();
		endings.push(() => server.stop());
		const workers: Worker[] = [];
		const all: Worker[] = [];
		endings.push(() => Promise.all(workers.map((worker) => worker.stop())));
		const replace = async (place: number) => {
			const worker = await opened.host.work();
			workers[place] = worker;
			all.push(worker);
		};
		await replace(0);
		await replace(1);
		await publish(server, ...workflows.map(({ id }) => id));
		const use = usage(services, server, workers);
		return {
			...opened,
			...use,
			services,
			server,
			workers,
			close,
			replace,
			kill: async (place) => await workers[place]?.kill(),
			outputs: () => [server, ...all].map((process) => process.output()),
		};
	} catch (error) {
		await close();
		throw error;
	}
}

function usage(services: Services, server: Server, workers: Worker[]) {
	const executions = async (workflowId: string): Promise<Entry[]> => {
		const rows = await services.postgres.query(
			`SELECT e.id::text AS id, e.status, e."retryOf", e."startedAt", e."stoppedAt"
			FROM execution_entity e WHERE e."workflowId" = '${workflowId}' ORDER BY e.id`,
		);
		return rows as unknown as Entry[];
	};
	const post = async (workflowId: string, rows: Row[]) => {
		const answer = await http.post<string>(`${server.url}/webhook/${workflowId}`, { rows });
		if (answer.status !== 200) throw new Error(`The webhook answered ${answer.data}`);
	};
	return {
		executions,
		post,
		async run(workflowId: string, ...sheets: Row[][]) {
			const dead = workers.find((worker) => !worker.isRunning());
			if (dead) throw new Error(`A worker has ended: ${dead.output().slice(-3000)}`);
			const before = (await executions(workflowId)).length;
			await Promise.all(sheets.map((rows) => post(workflowId, rows)));
			let now: Entry[] = [];
			const ended = found(async () => {
				now = (await executions(workflowId)).slice(before, before + sheets.length);
				const isOver = now.every(({ status }) => ENDED.includes(status));
				return isOver && now.length === sheets.length ? now : undefined;
			});
			return await ended.catch((error: unknown) => {
				const said = [server, ...workers].map((process) => process.output().slice(-3000));
				throw new Error([String(error), JSON.stringify(now), ...said].join('\n\n'));
			});
		},
		async inTheMiddle(workflowId: string, rows: Row[], reached: () => boolean) {
			const before = (await executions(workflowId)).length;
			await post(workflowId, rows);
			return await found(async () => {
				const execution = (await executions(workflowId))[before];
				if (execution !== undefined && reached()) return execution;
				if (execution !== undefined && ENDED.includes(execution.status))
					throw new Error(`Execution ${execution.id} has ended too early: ${execution.status}`);
				return undefined;
			});
		},
		workerOf: ({ id }: Entry) =>
			workers.findIndex((worker) => worker.output().includes(`Worker started execution ${id} (`)),
	};
}

/**
 * Lets a worker hang, as on a machine that sleeps: it stands still, with all its connections open. Gives what wakes it
 * up. Its keeper goes on, and ends it even where we are killed meanwhile.
 */
export async function hang(worker: Worker): Promise<() => void> {
	const list = await run('ps', ['-A', '-o', 'pid=,ppid='], { cwd: '.', env: process.env });
	const pairs = list.stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
	const [pid] = pairs.find(([, parent]) => parent === worker.pid) ?? [];
	if (pid === undefined) throw new Error('The worker was not found');
	process.kill(pid, 'SIGSTOP');
	return () => process.kill(pid, 'SIGCONT');
}

/** The text of every row of every table. */
export async function storedInPostgres({ query }: Services['postgres']): Promise<string> {
	const tables = await query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
	const texts: string[] = [];
	for (const { tablename } of tables) {
		const rows = await query(`SELECT t::text AS row FROM "${String(tablename)}" t`);
		texts.push(...rows.map(({ row }) => `${String(tablename)} ${String(row)}`));
	}
	return texts.join('\n');
}

/** The text of everything that was stored under our prefix, whatever its type. */
export async function storedInRedis({ client, keys }: Services['redis']): Promise<string> {
	const read: Record<string, (key: string) => Promise<unknown>> = {
		string: (key) => client.get(key),
		hash: (key) => client.hgetall(key),
		list: (key) => client.lrange(key, 0, -1),
		set: (key) => client.smembers(key),
		zset: (key) => client.zrange(key, '0', '-1'),
		stream: (key) => client.xrange(key, '-', '+'),
	};
	const texts: string[] = [];
	for (const key of await keys())
		texts.push(`${key} ${JSON.stringify(await read[await client.type(key)]?.(key))}`);
	return texts.join('\n');
}
