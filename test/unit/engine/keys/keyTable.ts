import type { IExecuteFunctions, Logger } from 'n8n-workflow';

type Scope = 'node' | 'workflow';

/** One call of n8n's store. */
export interface Call {
	method: 'record' | 'remove' | 'count' | 'clear';
	scope: string;
	entries: string[];
	options: unknown;
}

/** What an execution's context is to be like. */
export interface Circumstances {
	signal?: AbortSignal;
	/** The other nodes of the workflow; undefined where n8n does not give it. */
	nodes?: Record<string, object> | undefined;
}

let workflows = 0;

/** The two rows of n8n's deduplication store that one node has to do with: its own, and its workflow's. */
export class KeyTable {
	readonly rows: Partial<Record<Scope, string[]>> = {};
	readonly calls: Call[] = [];
	readonly warnings: string[] = [];
	/** Called before each call is carried out; what it throws is what the database would. */
	before: (call: Call) => void | Promise<void> = () => undefined;
	/** Called after it was. */
	after: (call: Call) => void | Promise<void> = () => undefined;
	/** What this process remembers of a workflow is not that of another test. */
	private readonly workflow = `workflow ${++workflows}`;

	/** The entries of the node. */
	get keys(): string[] {
		return [...(this.rows.node ?? [])];
	}

	/** The marks beside the keys. */
	get marks(): string[] {
		return this.keys.filter((entry) => entry.startsWith('n8n-nodes-sms-voice-gateway:'));
	}

	/** How often the store was asked, or only in such a way. */
	count(method?: Call['method'], scope?: Scope): number {
		return this.calls.filter(
			(call) =>
				(method === undefined || call.method === method) &&
				(scope === undefined || call.scope === scope),
		).length;
	}

	/** An execution of the workflow. Where `killed` is called, nothing that it does reaches the table any more. */
	execution({ signal, ...rest }: Circumstances = {}): {
		context: IExecuteFunctions;
		kill(): void;
	} {
		let isKilled = false;
		const carryOut = async <T>(call: Call, work: (row: string[] | undefined) => T): Promise<T> => {
			// Not for ever on its way: in this process others wait for it.
			if (isKilled) throw new Error('killed');
			this.calls.push(call);
			await this.before(call);
			const result = work(this.rows[call.scope as Scope]);
			await this.after(call);
			return result;
		};
		const call = (
			method: Call['method'],
			scope: string,
			options: unknown,
			entries: string[] = [],
		) => ({ method, scope, options, entries }) satisfies Call;
		const helpers = {
			checkProcessedAndRecord: async (entries: string[], scope: Scope, options: unknown) =>
				await carryOut(call('record', scope, options, entries), (row = []) => {
					const fresh = entries.filter((entry) => !row.includes(entry));
					this.rows[scope] = [...row, ...fresh];
					return { new: fresh, processed: entries.filter((entry) => row.includes(entry)) };
				}),
			removeProcessed: async (entries: string[], scope: Scope, options: unknown) =>
				await carryOut(call('remove', scope, options, entries), (row) => {
					if (row) this.rows[scope] = row.filter((entry) => !entries.includes(entry));
				}),
			getProcessedDataCount: async (scope: Scope, options: unknown) =>
				await carryOut(call('count', scope, options), (row) => row?.length ?? 0),
			clearAllProcessedItems: async (scope: Scope, options: unknown) =>
				await carryOut(call('clear', scope, options), () => {
					this.rows[scope] = undefined;
				}),
		};
		const nodes = 'nodes' in rest ? rest.nodes : {};
		const context = {
			helpers,
			getWorkflow: () => ({ id: this.workflow }),
			getNode: () => ({ id: 'node', name: 'Send', type: 'smsVoiceGateway' }),
			getExecutionCancelSignal: () => signal,
			logger: { warn: (words: string) => this.warnings.push(words) } as unknown as Logger,
			...(nodes === undefined ? {} : { workflow: { nodes } }),
		} as unknown as IExecuteFunctions;
		return {
			context,
			kill: () => {
				isKilled = true;
			},
		};
	}
}
