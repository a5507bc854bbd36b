import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';

/** An HTTP proxy on loopback that writes down what it gets to see. */
export interface Proxy {
	url: string;
	/** The first line of every request, and of every tunnel (CONNECT). */
	lines: string[];
	/** Everything that came through readable for it: heads and bodies of requests, and the bytes of tunnels. */
	seen(): string;
	/** Answers itself with this status and lets nothing through; 0 ends that. */
	refuse(status: number): void;
	reset(): void;
	close(): Promise<void>;
}

/** Opens the proxy; its tunnels all lead to one port of this machine, whatever host was asked for. */
export async function openProxy(tunnelPort: number): Promise<Proxy> {
	const lines: string[] = [];
	const bytes: Buffer[] = [];
	const tunnels = new Set<Duplex>();
	let status = 0;

	const onRequest = (incoming: IncomingMessage, outgoing: ServerResponse) => {
		const { method = '', url = '', headers } = incoming;
		lines.push(`${method} ${url}`);
		bytes.push(Buffer.from(JSON.stringify(headers)));
		incoming.on('data', (chunk: Buffer) => bytes.push(chunk));
		if (status !== 0) {
			incoming.resume().on('end', () => outgoing.writeHead(status).end('refused by the proxy'));
			return;
		}
		const onward = request(url, { method, headers }, (answer) => {
			outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(outgoing);
		});
		onward.on('error', () => outgoing.writeHead(502).end());
		incoming.pipe(onward);
	};

	const onConnect = ({ url = '' }: IncomingMessage, socket: Duplex) => {
		lines.push(`CONNECT ${url}`);
		tunnels.add(socket.on('error', () => undefined));
		if (status !== 0) {
			socket.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: 20\r\n\r\nrefused by the proxy`);
			return;
		}
		socket.on('data', (chunk: Buffer) => bytes.push(chunk));
		const through = connect(tunnelPort, '127.0.0.1', () => {
			socket.write('HTTP/1.1 200 Connected\r\n\r\n');
			socket.pipe(through).pipe(socket);
		});
		through.on('error', () => socket.destroy());
	};

	const server = createServer(onRequest).on('connect', onConnect);
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		lines,
		seen: () => Buffer.concat(bytes).toString('latin1'),
		refuse: (answered) => (status = answered),
		reset() {
			lines.length = 0;
			bytes.length = 0;
			status = 0;
		},
		async close() {
			// A tunnel is no connection of the server's any more, but keeps it open.
			for (const tunnel of tunnels) tunnel.destroy();
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
}

/** Signed by itself, for these tests and the two example hosts only. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBrzCCAVSgAwIBAgIUbn7SW7A/x18Zh7nN1nVLjXTGro4wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJdGVzdCBvbmx5MCAXDTI2MTEyMTE4MDYzNloYDzIxMjYxMDI4
MTgwNjM2WjAUMRIwEAYDVQQDDAl0ZXN0IG9ubHkwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARbISDlreWPxW4pr9bjmZHTR8220PhNIjn9oulQ5NQ1zYL4/1LIEyWj
FYUZEBGIAIOfcglFXbAzLpsn+ibbZg4to4GBMH8wHQYDVR0OBBYEFMYsLuJ8dMUj
HXsDh3JzsaymgaZVMB8GA1UdIwQYMBaAFMYsLuJ8dMUjHXsDh3JzsaymgaZVMA8G
A1UdEwEB/wQFMAMBAf8wLAYDVR0RBCUwI4IPc21zLmV4YW1wbGUuY29tghBjYWxs
LmV4YW1wbGUuY29tMAoGCCqGSM49BAMCA0kAMEYCIQDPg+wrk8tDvK4stoJoGE/3
D/iuBT1+Lrk9dJUR9Oo5jAIhAOAyEantW1VtH3ngtrpKciJV53pdA4ycj1sz49iI
IzzN
-----END CERTIFICATE-----`;
export const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgNIUcXPFykIOhkcIl
pXfO9BWwrr0U5H1tStJ2G3Xcj4+hRANCAARbISDlreWPxW4pr9bjmZHTR8220PhN
Ijn9oulQ5NQ1zYL4/1LIEyWjFYUZEBGIAIOfcglFXbAzLpsn+ibbZg4t
-----END PRIVATE KEY-----`;
