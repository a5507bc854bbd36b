import { createServer, connect } from 'node:net';
import type { AddressInfo } from 'node:net';

import { describe, expect, test } from '@jest/globals';

import {
	outcomeWithoutAnswer,
	readNoAnswer,
} from '../../../nodes/SmsVoiceGateway/wire/transport.ts';

const failure = (code: string, syscall?: string) =>
	Object.assign(new Error(`${syscall ?? ''} ${code}`), { code, ...(syscall ? { syscall } : {}) });

/** As axios and n8n wrap what Node throws. */
const wrapped = (cause: Error & { code?: string }) =>
	new Error('The connection failed', {
		cause: Object.assign(new Error('', { cause }), { code: cause.code }),
	});

const aggregate = (...errors: Array<Error & { code?: string }>) =>
	Object.assign(new AggregateError(errors), { code: errors[0]?.code });

/** The error that Node itself throws for a host with two addresses at which nobody listens. */
async function connectToTwoAddresses(): Promise<Error> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	const addresses = [
		{ address: '127.0.0.1', family: 4 },
		{ address: '127.0.0.2', family: 4 },
	];
	return await new Promise((resolve, reject) => {
		const socket = connect({
			host: 'two-addresses.example',
			port,
			autoSelectFamily: true,
			lookup: (_name, _options, done) => done(null, addresses),
		});
		socket.on('error', resolve).on('connect', () => reject(new Error('somebody listens')));
	});
}

describe('A host with several addresses', () => {
	test('none of which connects was certainly not sent anything', async () => {
		const thrown = await connectToTwoAddresses();
		expect(thrown.constructor.name).toBe('AggregateError');
		expect(readNoAnswer(wrapped(thrown))).toMatchObject({
			code: 'ECONNREFUSED',
			syscall: 'connect',
		});
		expect(outcomeWithoutAnswer(readNoAnswer(thrown))).toBe('rejected');
	});

	test.each<[string, 'rejected' | 'unknown', Array<Error & { code?: string }>]>([
		['time-outs', 'rejected', [failure('ETIMEDOUT', 'connect'), failure('ETIMEDOUT', 'connect')]],
		[
			'no way there',
			'rejected',
			[failure('EHOSTUNREACH', 'connect'), failure('ENETUNREACH', 'connect')],
		],
		[
			'one that was reset',
			'unknown',
			[failure('ECONNREFUSED', 'connect'), failure('ECONNRESET', 'read')],
		],
		['one that says nothing', 'unknown', [failure('ECONNREFUSED', 'connect'), new Error('?')]],
		['nothing at all', 'unknown', []],
		['more of the same', 'rejected', [aggregate(failure('ETIMEDOUT', 'connect'))]],
	])('whose errors are %s ends as %s', (_name, outcome, errors) => {
		expect(outcomeWithoutAnswer(readNoAnswer(wrapped(aggregate(...errors))))).toBe(outcome);
	});

	test('whose error holds itself is read to an end', () => {
		const errors: Error[] = [];
		const thrown = new AggregateError(errors);
		errors.push(thrown, thrown);
		thrown.errors = errors;
		expect(outcomeWithoutAnswer(readNoAnswer(thrown))).toBe('unknown');
	});
});
