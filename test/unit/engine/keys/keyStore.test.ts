import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';

import { KeyStore } from '../../../../nodes/SmsVoiceGateway/engine/keys/keyStore.ts';
import type { Access } from '../../../../nodes/SmsVoiceGateway/engine/keys/keyStore.ts';
import { KeyTable } from './keyTable.ts';

beforeEach(() => {
	jest.useFakeTimers();
});
afterEach(() => {
	jest.useRealTimers();
});

/** What is waited for, while time passes; the milliseconds that it took, to a second. */
async function inTime<T>(working: Promise<T>): Promise<{ result: T; seconds: number }> {
	const began = Date.now();
	let ended: number | undefined;
	const noted = working.finally(() => (ended = Date.now()));
	noted.catch(() => undefined);
	for (let second = 0; second < 120 && ended === undefined; second++) {
		await jest.advanceTimersByTimeAsync(1000);
	}
	return { result: await noted, seconds: Math.round(((ended ?? NaN) - began) / 1000) };
}

const recording = (entries: string[]) => async (access: Access) => ({
	fresh: [...(await access.record(entries))],
});

describe('the keys of a node', () => {
	test('are recorded and taken out in its own row, of which enough is kept', async () => {
		const table = new KeyTable();
		const store = new KeyStore(table.execution().context);
		await store.exclusively(async (access) => {
			expect([...(await access.record(['a', 'b']))]).toEqual(['a', 'b']);
			expect([...(await access.record(['b', 'c']))]).toEqual(['c']);
			await access.remove(['a']);
		});
		expect(table.keys).toEqual(['b', 'c']);
		const own = table.calls.filter(({ scope }) => scope !== 'workflow');
		expect(own).toHaveLength(3);
		for (const { scope, options } of own) {
			expect(scope).toBe('node');
			// Three for each of 100,000 keys, and some more.
			expect(options).toEqual({ mode: 'entries', maxEntries: 310_000 });
		}
	});

	test('are given as text, as which n8n may not keep them', async () => {
		const table = new KeyTable();
		const { context } = table.execution();
		const { checkProcessedAndRecord } = table.execution().context.helpers;
		context.helpers.checkProcessedAndRecord = async (entries, scope, options) =>
			scope === 'node'
				? { new: [5], processed: [] }
				: await checkProcessedAndRecord(entries, scope, options);
		const store = new KeyStore(context);
		expect((await store.exclusively(recording(['5']))).fresh).toEqual(['5']);
	});

	test('are counted, also where the database fails at first', async () => {
		const table = new KeyTable();
		const store = new KeyStore(table.execution().context);
		let failures = 2;
		table.before = ({ method, scope }) => {
			if (method === 'count' && scope === 'node' && failures-- > 0) throw new Error('no');
		};
		const counting = store.exclusively(async (access) => {
			await access.record(['a', 'b']);
			return await access.count();
		});
		expect((await inTime(counting)).result).toBe(2);
	});

	test('have a place, by workflow and node, and it is known how long their use has taken', async () => {
		const { context } = new KeyTable().execution();
		const store = new KeyStore(context);
		expect(JSON.parse(store.place)).toEqual([context.getWorkflow().id, context.getNode().id]);
		expect(store.spent).toBe(0);
		const work = async () => await new Promise<void>((resolve) => setTimeout(resolve, 3000));
		await inTime(store.exclusively(work));
		await inTime(store.exclusively(work));
		expect(Math.round(store.spent / 1000)).toBe(6);
	});

	test('are taken out some at a time, each once', async () => {
		const table = new KeyTable();
		const store = new KeyStore(table.execution().context);
		const entries = Array.from({ length: 600 }, (_, index) => `key ${index}`);
		await store.exclusively(async (access) => {
			await access.record(entries);
			await access.remove(entries);
			await access.remove([]);
		});
		const removed = table.calls.filter(({ method }) => method === 'remove');
		expect(removed.map((call) => call.entries)).toEqual([
			entries.slice(0, 250),
			entries.slice(250, 500),
			entries.slice(500),
		]);
	});

	test('are locked while they are worked with, and not any more afterwards, also after a failure', async () => {
		const table = new KeyTable();
		const store = new KeyStore(table.execution().context);
		await store.exclusively(async () => {
			expect(table.rows.workflow).toHaveLength(1);
		});
		expect(table.rows.workflow).toBeUndefined();
		const failing = store.exclusively(async () => {
			expect(table.rows.workflow).toHaveLength(1);
			throw new Error('no');
		});
		await expect(failing).rejects.toThrow('no');
		expect(table.rows.workflow).toBeUndefined();
	});

	test('are worked with by one after the other, in this process too', async () => {
		const table = new KeyTable();
		const log: string[] = [];
		const work = (name: string) => async () => {
			log.push(`${name} begins`);
			await new Promise((resolve) => setTimeout(resolve, 100));
			log.push(`${name} ends`);
		};
		const [one, other] = [table.execution(), table.execution()];
		await inTime(
			Promise.all([
				new KeyStore(one.context).exclusively(work('a')),
				new KeyStore(other.context).exclusively(work('b')),
				new KeyStore(new KeyTable().execution().context).exclusively(work('of another')),
			]),
		);
		const own = log.filter((line) => !line.startsWith('of another'));
		expect(own).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
		expect(log.indexOf('of another begins')).toBeLessThan(log.indexOf('a ends'));
	});

	test('are not waited for where the execution is stopped', async () => {
		const table = new KeyTable();
		table.rows.workflow = ['somebody’s'];
		const stop = new AbortController();
		const store = new KeyStore(table.execution().context);
		let hasWorked = false;
		const waiting = store.exclusively(async () => {
			hasWorked = true;
		}, stop.signal);
		let isOver = false;
		const outcome = expect(waiting)
			.rejects.toThrow('the execution was stopped')
			.finally(() => (isOver = true));
		await jest.advanceTimersByTimeAsync(500);
		expect(isOver).toBe(false);
		stop.abort();
		await jest.advanceTimersByTimeAsync(500);
		await outcome;
		expect(hasWorked).toBe(false);
	});

	test('are not waited for behind others of this process, where the execution is stopped', async () => {
		const table = new KeyTable();
		const [one, other] = [table.execution(), table.execution()];
		let end: () => void = () => undefined;
		const first = new KeyStore(one.context).exclusively(
			async () => await new Promise<void>((resolve) => (end = resolve)),
		);
		await jest.advanceTimersByTimeAsync(100);
		const stop = new AbortController();
		let hasWorked = false;
		const waiting = new KeyStore(other.context).exclusively(async () => {
			hasWorked = true;
		}, stop.signal);
		const outcome = expect(waiting).rejects.toThrow('the execution was stopped');
		stop.abort();
		await outcome;
		end();
		await inTime(first);
		expect(hasWorked).toBe(false);
	});

	test('are worked with all the same where the lock can’t be given back, and that is logged', async () => {
		const table = new KeyTable();
		table.before = ({ method }) => {
			if (method === 'clear') throw new Error('disk I/O error');
		};
		const store = new KeyStore(table.execution().context);
		expect(await store.exclusively(recording(['a']))).toEqual({ fresh: ['a'] });
		expect(table.warnings).toEqual([
			'The lock of the unique keys is still there: Error: disk I/O error',
		]);
	});
});

describe('a database that is busy with others', () => {
	/** Has no time for the first `times` of each kind of call. */
	const busy = (times: number) => {
		const table = new KeyTable();
		const tried = new Map<string, number>();
		table.before = ({ method, scope }) => {
			const kind = `${method} ${scope}`;
			const before = tried.get(kind) ?? 0;
			tried.set(kind, before + 1);
			if (method !== 'count' && before < times) throw new Error('SQLITE_BUSY: database is locked');
		};
		return { table, tried, store: new KeyStore(table.execution().context) };
	};

	test('is asked again until keys are locked, recorded, taken out and unlocked', async () => {
		const { table, tried, store } = busy(2);
		const working = store.exclusively(async (access) => {
			const fresh = [...(await access.record(['a', 'b']))];
			await access.remove(['a']);
			return { fresh };
		});
		const { result } = await inTime(working);
		expect(result).toEqual({ fresh: ['a', 'b'] });
		expect(table.rows).toEqual({ node: ['b'], workflow: undefined });
		for (const kind of ['record workflow', 'record node', 'remove node', 'clear workflow'])
			expect(tried.get(kind)).toBe(3);
	});

	test('that stays so is an error in its own words, after seconds and not after a minute', async () => {
		const { store, tried } = busy(Infinity);
		const began = Date.now();
		const working = store.exclusively(recording(['a'])).finally(() => (ended = Date.now()));
		let ended = NaN;
		await expect(inTime(working)).rejects.toThrow('SQLITE_BUSY');
		expect(tried.get('record workflow')).toBe(6);
		expect(ended - began).toBeLessThan(5000);
	});

	test('is not asked for what a holder of the lock has no time for any more', async () => {
		const table = new KeyTable();
		let tried = 0;
		table.before = async ({ method, scope }) => {
			if (method !== 'record' || scope !== 'node') return;
			tried++;
			await new Promise((resolve) => setTimeout(resolve, 5000));
			throw new Error('SQLITE_BUSY: database is locked');
		};
		const store = new KeyStore(table.execution().context);
		await expect(inTime(store.exclusively(recording(['a'])))).rejects.toThrow(
			'recording took too long',
		);
		expect([tried, table.rows.node]).toEqual([2, undefined]);
	});
});

describe('a row in which another node keeps its entries', () => {
	test('is left as it was, and nothing is recorded', async () => {
		const table = new KeyTable();
		table.rows.workflow = ['of Remove Duplicates', 'another'];
		const store = new KeyStore(table.execution().context);
		await expect(inTime(store.exclusively(recording(['a'])))).rejects.toThrow(
			"a 'Remove Duplicates' node has left entries",
		);
		expect(table.rows.workflow).toEqual(['of Remove Duplicates', 'another']);
		expect(table.keys).toEqual([]);
	});
});

describe('a holder of the lock whose time is over', () => {
	const late = async (work: (access: Access) => Promise<unknown>, pause: number) => {
		const table = new KeyTable();
		const store = new KeyStore(table.execution().context);
		const { result } = await inTime(
			store.exclusively(async (access) => {
				await new Promise((resolve) => setTimeout(resolve, pause));
				return await work(access).catch(String);
			}),
		);
		return { table, result };
	};

	test('records and removes nothing any more', async () => {
		const added = await late(async (access) => await access.record(['a']), 9000);
		expect([added.result, added.table.rows.node]).toEqual([
			'Error: recording took too long',
			undefined,
		]);
		const removed = await late(async (access) => await access.remove(['a']), 9000);
		expect([removed.result, removed.table.count('remove')]).toEqual([
			'Error: recording took too long',
			0,
		]);
		const inside = await late(async (access) => [...(await access.record(['a']))], 7000);
		expect(inside.result).toEqual(['a']);
	});

	test('does not count on what it has recorded meanwhile', async () => {
		const table = new KeyTable();
		table.after = async ({ scope }) => {
			if (scope === 'node') await new Promise((resolve) => setTimeout(resolve, 9000));
		};
		const store = new KeyStore(table.execution().context);
		const working = store.exclusively(recording(['a']));
		const outcome = expect(inTime(working)).rejects.toThrow('recording took too long');
		await outcome;
	});

	test('removes no more than what it has begun with', async () => {
		const table = new KeyTable();
		table.after = async ({ method }) => {
			if (method === 'remove') await new Promise((resolve) => setTimeout(resolve, 5000));
		};
		const store = new KeyStore(table.execution().context);
		const entries = Array.from({ length: 600 }, (_, index) => `key ${index}`);
		const working = store.exclusively(async (access) => await access.remove(entries));
		await expect(inTime(working)).rejects.toThrow('recording took too long');
		expect(table.count('remove')).toBe(2);
	});
});

describe('a node’s very first record', () => {
	const failing = (...errors: string[]) => {
		const table = new KeyTable();
		table.before = ({ method, scope }) => {
			const words = method === 'record' && scope === 'node' ? errors.shift() : undefined;
			if (words !== undefined) throw new Error(words);
		};
		return { table, store: new KeyStore(table.execution().context) };
	};

	test('is tried again where another worker made the row at that moment', async () => {
		const { store, table } = failing('UNIQUE constraint failed');
		expect((await store.exclusively(recording(['a']))).fresh).toEqual(['a']);
		expect(table.keys).toEqual(['a']);
	});

	test('fails where that is refused twice, or for another reason', async () => {
		const twice = failing('UNIQUE constraint failed', 'UNIQUE constraint failed');
		await expect(twice.store.exclusively(recording(['a']))).rejects.toThrow('UNIQUE');
		const other = failing('FOREIGN KEY constraint failed');
		await expect(other.store.exclusively(recording(['a']))).rejects.toThrow('FOREIGN KEY');
		expect(other.table.count('record', 'node')).toBe(1);
	});
});
