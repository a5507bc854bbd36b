import { run } from '../../host/process.ts';
import type { Worker } from '../../host/n8n.ts';

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
