import { createHash } from 'node:crypto';
import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationItemTypes,
	DeduplicationScope,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
	IDeduplicationOutput,
} from 'n8n-workflow';

/** One call that n8n's helper made. */
export interface Call {
	method: 'record' | 'remove' | 'count' | 'clear';
	keys: string[];
	scope: DeduplicationScope;
	options: ICheckProcessedOptions;
}

/** What n8n's helper hands on, of a place and of items. */
type Asked = [DeduplicationScope, ICheckProcessedContextData, ICheckProcessedOptions];
type Given = [DeduplicationItemTypes[], ...Asked];

/** Where the store stands, as n8n's table has it: hashes by workflow and context. */
type Table = ReadonlyMap<string, readonly string[]>;

/**
 * n8n's deduplication store in memory, with the behaviour of n8n 2.40 (packages/cli, deduplication-helper):
 * one value of hashed entries for each workflow and context, read and written as a whole, with time
 * between the two in which another one can do the same.
 */
export class MemoryDeduplicator implements IDataDeduplicator {
	calls: Call[] = [];

	/** Milliseconds of each read and each write. */
	latency = 1;

	/** Called before each read; what it throws is what the database would. */
	beforeRead: (call: Call) => void = () => undefined;

	/** Called before each write, the same way. */
	beforeWrite: (call: Call) => void = () => undefined;

	/** Whether its rows are no lists, as another version of n8n may have left them. */
	isNoList = false;

	private table = new Map<string, readonly string[]>();

	reset(): void {
		this.calls = [];
		this.latency = 1;
		this.isNoList = false;
		this.beforeRead = () => undefined;
		this.beforeWrite = () => undefined;
		this.table = new Map();
	}

	/** Whether a key is recorded, for any node. */
	has(key: string): boolean {
		const hash = hashOf(key);
		return [...this.table.values()].some((hashes) => hashes.includes(hash));
	}

	/** What the test's node, or its workflow, has there; undefined where there is no row. */
	entries(scope: DeduplicationScope): readonly string[] | undefined {
		return this.table.get(scope === 'node' ? 'test n:2' : 'test ');
	}

	snapshot(): Table {
		return new Map(this.table);
	}

	/** What another worker does that wrote back what it had read before. */
	restore(table: Table): void {
		this.table = new Map(table);
	}

	async checkProcessedAndRecord(...given: Given): Promise<IDeduplicationOutput> {
		const { call, place, found } = await this.read('record', ...given);
		if (this.isNoList) return { new: [], processed: [] };
		const [items, , , { maxEntries = Infinity }] = given;
		const known = new Set(found);
		const fresh = items.map(hashOf).filter((hash) => !known.has(hash));
		const entries = [...(found ?? []), ...fresh].slice(-maxEntries);
		await this.write(place, entries, call, found === undefined);
		const isKnown = (item: DeduplicationItemTypes) => known.has(hashOf(item));
		return { new: items.filter((item) => !isKnown(item)), processed: items.filter(isKnown) };
	}

	async removeProcessed(...given: Given): Promise<void> {
		const { call, place, found } = await this.read('remove', ...given);
		if (found === undefined) return;
		const left = [...found];
		for (const hash of given[0].map(hashOf)) {
			const index = left.indexOf(hash);
			if (index >= 0) left.splice(index, 1);
		}
		await this.write(place, left, call);
	}

	async clearAllProcessedItems(...[scope, context, options]: Asked): Promise<void> {
		await this.note('clear', [], scope, options);
		this.table.delete(placeOf(scope, context));
	}

	async getProcessedDataCount(...[scope, context, options]: Asked): Promise<number> {
		await this.note('count', [], scope, options);
		return this.table.get(placeOf(scope, context))?.length ?? 0;
	}

	private async note(
		method: Call['method'],
		items: DeduplicationItemTypes[],
		...[scope, options]: [DeduplicationScope, ICheckProcessedOptions]
	): Promise<Call> {
		const call: Call = { method, keys: items.map(String), scope, options };
		this.calls.push(call);
		await wait(this.latency);
		return call;
	}

	private async read(method: Call['method'], ...[items, scope, context, options]: Given) {
		const place = placeOf(scope, context);
		const call = await this.note(method, items, scope, options);
		this.beforeRead(call);
		return { call, place, found: this.table.get(place) };
	}

	private async write(place: string, entries: string[], call: Call, isNew = false): Promise<void> {
		await wait(this.latency);
		this.beforeWrite(call);
		if (isNew && this.table.has(place))
			throw new Error('SQLITE_CONSTRAINT: UNIQUE constraint failed: processed_data.workflowId');
		this.table.set(place, entries);
	}
}

const store = new MemoryDeduplicator();
let isSet = false;

/** Puts a store where n8n has its own, empty before each test; n8n-core takes no second one. */
export function deduplicator(): MemoryDeduplicator {
	beforeAll(() => {
		if (!isSet) DataDeduplicationService.init(store);
		isSet = true;
	});
	beforeEach(() => store.reset());
	return store;
}

/** By the timer that tests may fake. */
const wait = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

function placeOf(scope: DeduplicationScope, context: ICheckProcessedContextData): string {
	if (!context.workflow.id) throw new Error('The workflow has no id');
	if (scope === 'node' && context.node === undefined) throw new Error('no node');
	return `${context.workflow.id} ${scope === 'node' ? `n:${context.node?.id}` : ''}`;
}

function hashOf(item: DeduplicationItemTypes): string {
	return createHash('md5').update(item.toString()).digest('base64');
}
