import { spawn, spawnSync } from 'node:child_process';

const windows = process.platform === 'win32';

/** Several times what the longest step takes on a busy machine: whatever hangs there must end, and say what it had said. */
const LONGEST_MS = 60 * 60_000;

/** Runs a command to its end, or to that of its time, and gives what it wrote: several at once, line by line, nobody could read. */
export const captured = (command, args, env) =>
	new Promise((resolve) => {
		const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'], shell: windows });
		let output = '';
		for (const stream of [child.stdout, child.stderr])
			stream.setEncoding('utf8').on('data', (text) => (output += text));
		const limit = setTimeout(() => {
			output += `\nended: it took more than ${LONGEST_MS / 60_000} minutes\n`;
			endWithChildren(child.pid);
		}, LONGEST_MS);
		const end = (code) => {
			clearTimeout(limit);
			resolve({ code, output });
		};
		child.on('error', (error) => {
			output += error.message;
			end(1);
		});
		child.on('close', end);
	});

/** Jest's processes would outlive it; what they have started ends with them (see host/keeper.mjs). */
function endWithChildren(pid) {
	// Nothing where there is no pgrep.
	const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
	for (const child of (stdout ?? '').split('\n')) if (child !== '') endWithChildren(Number(child));
	process.kill(pid, 'SIGKILL');
}
