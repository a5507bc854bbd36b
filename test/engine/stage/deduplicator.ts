import { createHash } from 'node:crypto';
import { beforeAll, beforeEach } from '@jest/globals';
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

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		context: ICheckProcessedContextData,
		options: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		const call = this.note('record', items, scope, options);
		const place = placeOf(scope, context);
		const found = await this.read(place, call);
		if (this.isNoList) return { new: [], processed: [] };
		const most = options.maxEntries ?? Infinity;
		const hashes = items.map(hashOf);
		if (found === undefined) {
			await this.write(place, hashes.slice(-most), call, 'insert');
			return { new: items, processed: [] };
		}
		const known = new Set(found);
		const entries = [...found, ...hashes.filter((hash) => !known.has(hash))];
		await this.write(place, entries.slice(-most), call, 'update');
		return {
			new: items.filter((item) => !known.has(hashOf(item))),
			processed: items.filter((item) => known.has(hashOf(item))),
		};
	}

	async removeProcessed(
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		context: ICheckProcessedContextData,
		options: ICheckProcessedOptions,
	): Promise<void> {
		const call = this.note('remove', items, scope, options);
		const place = placeOf(scope, context);
		const found = await this.read(place, call);
		if (found === undefined) return;
		const left = [...found];
		for (const hash of items.map(hashOf)) {
			const index = left.indexOf(hash);
			if (index >= 0) left.splice(index, 1);
		}
		await this.write(place, left, call, 'update');
	}

	async clearAllProcessedItems(
		scope: DeduplicationScope,
		context: ICheckProcessedContextData,
		options: ICheckProcessedOptions,
	): Promise<void> {
		this.note('clear', [], scope, options);
		await wait(this.latency);
		this.table.delete(placeOf(scope, context));
	}

	async getProcessedDataCount(
		scope: DeduplicationScope,
		context: ICheckProcessedContextData,
		options: ICheckProcessedOptions,
	): Promise<number> {
		this.note('count', [], scope, options);
		await wait(this.latency);
		return this.table.get(placeOf(scope, context))?.length ?? 0;
	}

	private note(
		method: Call['method'],
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		options: ICheckProcessedOptions,
	): Call {
		const call: Call = { method, keys: items.map(String), scope, options };
		this.calls.push(call);
		return call;
	}

	private async read(place: string, call: Call): Promise<readonly string[] | undefined> {
		await wait(this.latency);
		this.beforeRead(call);
		return this.table.get(place);
	}

	private async write(
		place: string,
		entries: readonly string[],
		call: Call,
		how: 'insert' | 'update',
	): Promise<void> {
		await wait(this.latency);
		this.beforeWrite(call);
		if (how === 'insert' && this.table.has(place)) {
			throw new Error('SQLITE_CONSTRAINT: UNIQUE constraint failed: processed_data.workflowId');
		}
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
