/**
 * Runs the command it is given, in its own process group, and ends the whole group when its standard input ends: when
 * the process that started it says so, or has died without a word. So no n8n stays behind, not even after a `kill -9`.
 */
import { spawn } from 'node:child_process';

const PATIENCE_MS = 5_000;

/** `--user=UID:GID` before the command: whom it runs as. */
const USER = /^--user=(\d+):(\d+)$/;

const given = process.argv.slice(2);
const [, uid, gid] = USER.exec(given[0] ?? '') ?? [];
const [command, ...args] = uid === undefined ? given : given.slice(1);
if (command === undefined) throw new Error('keeper: no command');

const child = spawn(command, args, {
	stdio: ['ignore', 'inherit', 'inherit'],
	...(uid === undefined ? {} : { uid: Number(uid), gid: Number(gid) }),
});
const signalGroup = (signal: NodeJS.Signals) => process.kill(-process.pid, signal);

/** A signal to the group reaches the keeper too, which has to outlive its child. */
process.on('SIGTERM', () => undefined);
process.on('SIGINT', () => undefined);

process.stdin.resume().once('close', () => {
	signalGroup('SIGTERM');
	setTimeout(() => signalGroup('SIGKILL'), PATIENCE_MS);
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
