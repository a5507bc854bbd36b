// Beside the tests, in a thread of its own: ends their process where a change keeps it from ever coming to its timers again.
import { writeFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

const { deadline, hungFile, mutantOfNow } = workerData;

/** ms that a test has beyond its time, in which its own timer may end it. */
const GRACE = 2000;

setInterval(() => {
	const [end] = deadline;
	if (end === 0 || Date.now() < end + GRACE) return;
	writeFileSync(hungFile, String(mutantOfNow[0]));
	process.kill(process.pid, 'SIGKILL');
}, 500);
