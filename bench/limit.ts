import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { BATCH_SIZE } from './cases.ts';
import type { Errand } from './errands.ts';
import type { RemoteSandbox } from './sandbox.ts';

/** The plain Node process; `run` lets it send the first rows and gives its milliseconds. */
export interface Limit {
	run(rows: number): Promise<number>;
	stop(): Promise<void>;
}

export function startLimit(sandbox: RemoteSandbox, errand: Errand, rows: number): Limit {
	const { url, username, password } = sandbox;
	const args = [url, username, password, errand, String(BATCH_SIZE), String(rows)];
	const child = fork(resolve('bench/limit-process.ts'), args);
	const ended = once(child, 'exit');
	return {
		async run(count) {
			child.send(count);
			const answer = once(child, 'message').then(([ms]) => Number(ms));
			const early = ended.then(() => {
				throw new Error('Plain Node ended before it had sent everything');
			});
			return await Promise.race([answer, early]);
		},
		async stop() {
			child.disconnect();
			await ended;
		},
	};
}
