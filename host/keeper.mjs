// Runs the command it is given, in its own process group, and ends the whole group when its standard input ends: when the
// process that started it says so, or has died without a word. So no n8n stays behind, not even after a `kill -9`.
import { spawn } from 'node:child_process';

/** First the account that the command runs as: "UID:GID", or nothing. */
const [account, command, ...args] = process.argv.slice(2);
const [uid, gid] = account.split(':').map(Number);
const child = spawn(command, args, {
	stdio: ['ignore', 'inherit', 'inherit'],
	...(account === '' ? {} : { uid, gid }),
});
const signalGroup = (signal) => process.kill(-process.pid, signal);

// A signal to the group reaches the keeper too, which has to outlive its child.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => undefined);

process.stdin.resume().once('close', () => {
	signalGroup('SIGTERM');
	setTimeout(() => signalGroup('SIGKILL'), 5_000);
});
child.once('error', (error) => {
	console.error(error.message);
	process.exit(127);
});
child.once('exit', (code, signal) => {
	if (signal !== null) console.error(`ended by ${signal}`);
	// What the command itself may have left running.
	signalGroup('SIGTERM');
	process.exit(code ?? 1);
});
