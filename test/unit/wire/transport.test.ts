import { connect } from 'node:net';

import { freePort } from '../../../host/ports.ts';
import { cells } from '../../lines.ts';
import {
	outcomeWithoutAnswer,
	readNoAnswer,
} from '../../../nodes/SmsVoiceGateway/wire/transport.ts';

const error = (code: string, syscall = '', words = 'x') => ({
	code,
	syscall,
	words,
	heldBack: false,
	blocked: false,
});

describe('A request without an answer', () => {
	/** By what Node, TLS, axios or we say of it: code, call, words. */
	test.each(
		cells(`
		rejected | a refused connection | ECONNREFUSED | connect | x
		rejected | a name that is not known | ENOTFOUND | getaddrinfo | x
		rejected | a host that is not there | EHOSTUNREACH | connect | x
		rejected | a connection that was not made in time | ETIMEDOUT | connect | x
		rejected | a certificate of another host | ERR_TLS_CERT_ALTNAME_INVALID | - | x
		rejected | a certificate signed by itself | DEPTH_ZERO_SELF_SIGNED_CERT | - | x
		rejected | a port without TLS | EPROTO | write | 1:SSL routines:ssl3_get_record:wrong version number
		rejected | a handshake that failed | ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE | - | x
		unknown | a connection that was reset | ECONNRESET | read | x
		unknown | a write that failed | EPIPE | write | x
		unknown | an answer that did not come in time | ECONNABORTED | - | x
		unknown | a host that went away during the answer | EHOSTUNREACH | read | x
		unknown | an execution that was stopped | ERR_CANCELED | - | x
		unknown | a TLS fault of an open connection | ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC | - | x
		unknown | a TLS fault that is not named | EPROTO | write | write EPROTO bad record mac
		unknown | a code that ends like one of TLS | XEPROTO | - | handshake failure
		unknown | a code that begins like one of TLS | EPROTOX | - | handshake failure
		`),
	)('is %s after %s', (outcome, _name, ...[code = '', syscall, words]) => {
		expect(outcomeWithoutAnswer(error(code, syscall, words))).toBe(outcome);
		// What our own check holds back has never left.
		const heldBack = { ...error(code, syscall, words), heldBack: true };
		expect(outcomeWithoutAnswer(heldBack)).toBe('rejected');
	});

	test('is read through the wrappers that n8n puts around it', () => {
		const words = 'connect ECONNREFUSED';
		const inner = Object.assign(new Error(words), { code: 'ECONNREFUSED', syscall: 'connect' });
		const outer = new Error('wrapped', { cause: new Error('', { cause: inner }) });
		expect(readNoAnswer(outer)).toEqual(error('ECONNREFUSED', 'connect', words));
		expect(readNoAnswer('not an error')).toEqual(error('', '', ''));
	});

	const inCauses = (thrown: unknown, count: number): unknown =>
		count === 0 ? thrown : { cause: inCauses(thrown, count - 1) };

	const two = { code: 'A', syscall: 'x', cause: { code: 'B', syscall: 'y' } };
	const words = { message: 'a', cause: { message: 'b', cause: { message: '' } } };
	test.each<[string, unknown, object]>([
		['nothing', null, error('', '', '')],
		['what has no constructor', Object.create(null), error('', '', '')],
		['two codes', two, { code: 'A', syscall: 'x' }],
		['a code inside', { cause: two.cause }, { code: 'B', syscall: 'y' }],
		['words inside', words, { words: 'b' }],
		['the deepest code', inCauses({ code: 'A' }, 7), { code: 'A' }],
		['a code too deep', inCauses({ code: 'A' }, 8), { code: '' }],
		['several with words', { ...words, errors: [{ code: 'A', message: 'c' }] }, { words: 'b' }],
		['several without words', { errors: [{ code: 'A', message: 'a' }] }, { code: 'A', words: 'a' }],
	])('is read from %s', (_name, thrown, read) => {
		expect(readNoAnswer(thrown)).toMatchObject(read);
	});

	test('is read to an end where an error is its own cause', () => {
		const thrown: Record<string, unknown> = { message: 'round' };
		thrown.cause = thrown;
		thrown.errors = [thrown];
		expect(readNoAnswer(thrown).words).toBe('round');
	});

	test("knows n8n's SSRF protection by the name of its errors", () => {
		class SsrfBlockedIpError extends Error {}
		const thrown = new Error('wrapped', { cause: new SsrfBlockedIpError('blocked') });
		expect(readNoAnswer(thrown)).toMatchObject({ heldBack: true, blocked: true, words: 'blocked' });
	});
});

const failure = (code: string, syscall?: string) =>
	Object.assign(new Error(`${syscall ?? ''} ${code}`), { code, syscall });

/** As axios and n8n wrap what Node throws. */
const wrapped = (cause: Error & { code?: string }) =>
	new Error('The connection failed', {
		cause: Object.assign(new Error('', { cause }), { code: cause.code }),
	});

const aggregate = (...errors: Array<Error & { code?: string }>) =>
	Object.assign(new AggregateError(errors), { code: errors[0]?.code });

/** The error that Node itself throws for a host with two addresses at which nobody listens. */
async function connectToTwoAddresses(): Promise<Error> {
	const port = await freePort();
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

	const refused = failure('ECONNREFUSED', 'connect');
	const late = failure('ETIMEDOUT', 'connect');
	const noWay = [failure('EHOSTUNREACH', 'connect'), failure('ENETUNREACH', 'connect')];
	test.each<[string, 'rejected' | 'unknown', Array<Error & { code?: string }>]>([
		['time-outs', 'rejected', [late, late]],
		['no way there', 'rejected', noWay],
		['one that was reset', 'unknown', [refused, failure('ECONNRESET', 'read')]],
		['one that says nothing', 'unknown', [refused, new Error('?')]],
		['nothing at all', 'unknown', []],
	])('whose errors are %s ends as %s', (_name, outcome, errors) => {
		expect(outcomeWithoutAnswer(readNoAnswer(wrapped(aggregate(...errors))))).toBe(outcome);
	});
});
