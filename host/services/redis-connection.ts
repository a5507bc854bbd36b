import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RedisAddress {
	host: string;
	port: number;
	username?: string;
	password?: string;
	database?: number;
}

export type Reply = string | number | null | Reply[];

/** A connection to Redis, for the few commands that are needed here (its protocol RESP, version 2). */
export interface RedisConnection {
	command(...words: string[]): Promise<Reply>;
	close(): void;
}

const TIMEOUT_MS = 5_000;

/** Connects, logs in where a password is given, and makes sure that it is Redis that answers. */
export async function connectRedis(address: RedisAddress): Promise<RedisConnection> {
	const { host, port, username, password, database } = address;
	const socket = connect({ host, port });
	socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('no answer')));
	await once(socket, 'connect');
	const connection = speak(socket);
	try {
		if (password !== undefined)
			await connection.command('AUTH', ...(username === undefined ? [] : [username]), password);
		if (database !== undefined) await connection.command('SELECT', String(database));
		const pong = await connection.command('PING');
		if (pong !== 'PONG') throw new Error(`answered ${JSON.stringify(pong)} to PING`);
		// From here on it may be silent for as long as nobody asks.
		socket.setTimeout(0);
		return connection;
	} catch (error) {
		connection.close();
		throw error;
	}
}

function speak(socket: Socket): RedisConnection {
	let received = Buffer.alloc(0);
	const waiting: Array<{ done(reply: Reply): void; failed(error: Error): void }> = [];
	socket.on('data', (more) => {
		received = Buffer.concat([received, more]);
		for (;;) {
			const read = readReply(received, 0);
			if (read === undefined) return;
			received = received.subarray(read.end);
			const asker = waiting.shift();
			if (read.reply instanceof Error) asker?.failed(read.reply);
			else asker?.done(read.reply);
		}
	});
	const broken = (error: Error) => {
		for (const { failed } of waiting.splice(0)) failed(error);
	};
	socket.on('error', broken);
	socket.on('close', () => broken(new Error('the connection was closed')));
	return {
		command: (...words) =>
			new Promise((done, failed) => {
				// From then on nobody would tell those who wait.
				if (socket.destroyed) throw new Error('the connection was closed');
				waiting.push({ done, failed });
				const bulks = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
				socket.write(`*${words.length}\r\n${bulks.join('')}`);
			}),
		close: () => socket.destroy(),
	};
}

interface Read {
	reply: Reply | Error;
	end: number;
}

/** The reply that begins at `start`, undefined while its end is still to come. */
function readReply(bytes: Buffer, start: number): Read | undefined {
	const lineEnd = bytes.indexOf('\r\n', start);
	if (lineEnd < 0) return undefined;
	const kind = bytes.toString('latin1', start, start + 1);
	const line = bytes.toString('utf8', start + 1, lineEnd);
	const next = lineEnd + 2;
	if (kind === '+') return { reply: line, end: next };
	if (kind === '-') return { reply: new Error(line), end: next };
	if (kind === ':') return { reply: Number(line), end: next };
	const length = Number(line);
	if (kind === '$') {
		if (length < 0) return { reply: null, end: next };
		if (bytes.length < next + length + 2) return undefined;
		return { reply: bytes.toString('utf8', next, next + length), end: next + length + 2 };
	}
	if (kind !== '*') return { reply: new Error('the answer is not of Redis'), end: bytes.length };
	const list: Reply[] = [];
	let end = next;
	for (let member = 0; member < length; member++) {
		const read = readReply(bytes, end);
		if (read === undefined) return undefined;
		if (read.reply instanceof Error) return read;
		list.push(read.reply);
		end = read.end;
	}
	return { reply: list, end };
}
