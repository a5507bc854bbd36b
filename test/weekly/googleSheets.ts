import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, createServer as createProxy } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';

import type { Credential } from '../../host/workflows.ts';

type Cell = string | number;
export type SheetRow = Record<string, Cell>;

/**
 * Stands in for Google Sheets: one sheet of one document, and of Google's API what n8n's nodes ask of it. It is reached as
 * n8n's proxy, by the settings that it gives, and knows no other host.
 */
export interface GoogleSheet {
	/** n8n's settings, with which it takes this for Google. */
	settings: Record<string, string>;
	/** Where the browser shows the document. */
	address: string;
	/** The parameters of n8n's trigger that name the sheet. */
	place: Record<'documentId' | 'sheetName', unknown>;
	/** Credentials of n8n's two nodes, by their type. */
	credentials: Record<string, Credential>;
	/** Makes it a sheet of these headings alone. */
	reset(headings: string[]): void;
	/** Adds rows, as typed in; without members it is an empty row. */
	add(rows: SheetRow[]): void;
	/** Empties the column under this heading. */
	empty(heading: string): void;
	/** The rows by their headings, with what is in the cells. */
	rows(): SheetRow[];
	/** Each request so far, as method and path. */
	requests(): string[];
	/** So many times from now on it writes nothing, and says that there were too many requests. */
	refuseWriting(times: number): void;
	close(): Promise<void>;
}

const DOCUMENT = '1TextsToSendTextsToSendTextsToSendTextsToSend0';
const TITLE = 'Sheet1';
const TOKEN = 'token-of-the-stand-in';
const HOST = 'sheets.googleapis.com';

interface Answer {
	status: number;
	body: unknown;
}

/** What Google says where something is not as its API wants it. */
const refusal = (status: number, message: string): Answer => ({
	status,
	body: { error: { code: status, message, status: 'REFUSED' } },
});

export async function openGoogleSheet(): Promise<GoogleSheet> {
	let cells: Cell[][] = [];
	let refusals = 0;
	const requests: string[] = [];

	function answer(method: string, url: URL, body: Written): Answer {
		const [, version, kind, document, ...more] = url.pathname.split('/').map(decodeURIComponent);
		if (version !== 'v4' || kind !== 'spreadsheets') return refusal(404, `no ${url.pathname}`);
		const path = more.join('/');
		if (method === 'POST' && document === DOCUMENT && path === 'values:batchUpdate') {
			if (refusals-- > 0) return refusal(429, 'Quota exceeded for quota metric Write requests');
			for (const { range, values } of body.data ?? [])
				write(range, values, body.valueInputOption ?? '');
			return { status: 200, body: { spreadsheetId: DOCUMENT } };
		}
		if (document !== DOCUMENT) return refusal(404, 'Requested entity was not found.');
		if (method === 'GET' && path === '') return { status: 200, body: DOCUMENT_BODY };
		const range = path.replace(/^values\//, '');
		if (method === 'GET' && path !== range)
			return { status: 200, body: { range, majorDimension: 'ROWS', values: read(range) } };
		if (method === 'PUT' && path !== range) {
			write(range, body.values ?? [], url.searchParams.get('valueInputOption') ?? '');
			return { status: 200, body: { spreadsheetId: DOCUMENT } };
		}
		return refusal(400, `no ${method} ${path}`);
	}

	/** As Google gives them: without empty cells at the end of a row, and empty rows at the end. */
	function read(range: string): Cell[][] {
		const { top, bottom } = areaOf(range);
		const rows = cells.slice(top, bottom).map((row) => {
			const filled = row.findLastIndex((cell) => cell !== '' && cell !== undefined);
			return Array.from({ length: filled + 1 }, (_none, column) => row[column] ?? '');
		});
		return rows.slice(0, rows.findLastIndex((row) => row.length > 0) + 1);
	}

	function write(range: string, values: Cell[][], option: string): void {
		if (option !== 'RAW' && option !== 'USER_ENTERED') throw new Error(`no option ${option}`);
		const { top, left } = areaOf(range);
		values.forEach((row, down) =>
			row.forEach((value, right) => {
				(cells[top + down] ??= [])[left + right] = option === 'RAW' ? value : typedIn(value);
			}),
		);
	}

	const onRequest = (incoming: IncomingMessage, text: string): Answer => {
		const { method = '', headers, url = '' } = incoming;
		requests.push(`${method} ${url}`);
		if (headers.authorization !== `Bearer ${TOKEN}`) return refusal(401, 'Invalid Credentials');
		try {
			const body = (text === '' ? {} : JSON.parse(text)) as Written;
			return answer(method, new URL(url, `https://${HOST}`), body);
		} catch (error) {
			return refusal(400, String(error));
		}
	};

	const google = createServer({ cert: CERTIFICATE, key: KEY }, (incoming, outgoing) => {
		const parts: Buffer[] = [];
		incoming.on('data', (part: Buffer) => parts.push(part));
		incoming.on('end', () => {
			const { status, body } = onRequest(incoming, Buffer.concat(parts).toString());
			outgoing.writeHead(status, { 'content-type': 'application/json' });
			outgoing.end(JSON.stringify(body));
		});
	});
	const tunnels = new Set<Duplex>();
	const proxy = createProxy((_incoming, outgoing) => outgoing.writeHead(403).end());
	proxy.on('connect', ({ url = '' }: IncomingMessage, socket: Duplex) => {
		tunnels.add(socket.on('error', () => undefined));
		if (url !== `${HOST}:443`) {
			socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
			return;
		}
		socket.write('HTTP/1.1 200 Connected\r\n\r\n');
		google.emit('connection', socket);
	});
	await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
	const { port } = proxy.address() as AddressInfo;
	const folder = await mkdtemp(join(tmpdir(), 'sms-voice-gateway-google-'));
	await writeFile(join(folder, 'ca.pem'), CERTIFICATE);

	return {
		settings: {
			HTTPS_PROXY: `http://127.0.0.1:${port}`,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
		},
		address: `https://docs.google.com/spreadsheets/d/${DOCUMENT}/edit?gid=0#gid=0`,
		place: {
			documentId: { __rl: true, mode: 'id', value: DOCUMENT },
			sheetName: { __rl: true, mode: 'list', value: 'gid=0', cachedResultName: TITLE },
		},
		credentials: Object.fromEntries(
			['googleSheetsOAuth2Api', 'googleSheetsTriggerOAuth2Api'].map((type) => [
				type,
				{ id: type, name: type, type, data: LOGIN },
			]),
		),
		reset(headings) {
			cells = [[...headings]];
			refusals = 0;
			requests.length = 0;
		},
		add(rows) {
			const headings = (cells[0] ?? []).map(String);
			for (const row of rows) cells.push(headings.map((heading) => typedIn(row[heading] ?? '')));
		},
		empty(heading) {
			const at = cells[0]?.indexOf(heading) ?? -1;
			for (const row of cells.slice(1)) row[at] = '';
		},
		rows: () =>
			cells
				.slice(1)
				.map((row) =>
					Object.fromEntries((cells[0] ?? []).map((heading, at) => [heading, row[at] ?? ''])),
				),
		requests: () => [...requests],
		refuseWriting: (times) => (refusals = times),
		async close() {
			for (const tunnel of tunnels) tunnel.destroy();
			proxy.closeAllConnections();
			await new Promise((closed) => proxy.close(closed));
			await rm(folder, { recursive: true, force: true });
		},
	};
}

interface Written {
	data?: Array<{ range: string; values: Cell[][] }>;
	values?: Cell[][];
	valueInputOption?: string;
}

const DOCUMENT_BODY = {
	sheets: [
		{
			properties: {
				sheetId: 0,
				title: TITLE,
				index: 0,
				gridProperties: { rowCount: 1000, columnCount: 26 },
			},
		},
	],
};

const LOGIN = {
	clientId: 'stand-in',
	clientSecret: 'stand-in',
	accessTokenUrl: 'https://oauth2.googleapis.com/token',
	oauthTokenData: { access_token: TOKEN, token_type: 'Bearer' },
};

/** Reads `Sheet1`, `Sheet1!A1:ZZZ`, `Sheet1!1:1` and `Sheet1!C2`: rows from 0, the last one not included. */
function areaOf(range: string): { top: number; bottom: number | undefined; left: number } {
	const [, place = ''] = /^'?Sheet1'?(?:!(.*))?$/.exec(range) ?? [];
	if (!range.includes(TITLE)) throw new Error(`Unable to parse range: ${range}`);
	if (place === '') return { top: 0, bottom: undefined, left: 0 };
	const [, column = '', from = '1', to] = /^([A-Z]*)(\d*)(?::[A-Z]*(\d*))?$/.exec(place) ?? [];
	const left = [...(column || 'A')].reduce(
		(sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
		0,
	);
	const top = Number(from) - 1;
	if (!(top >= 0)) throw new Error(`Unable to parse range: ${range}`);
	return { top, bottom: to ? Number(to) : undefined, left: left - 1 };
}

/** What Google makes of what is typed into a cell: digits become a number, and an apostrophe at the beginning goes. */
function typedIn(value: Cell): Cell {
	if (typeof value === 'string' && /^\d+$/.test(value)) return Number(value);
	return typeof value === 'string' ? value.replace(/^'/, '') : value;
}

/** Of sheets.googleapis.com, signed by itself, for these tests only. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBbTCCAROgAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAl0ZXN0IG9u
bHkwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CXRlc3Qgb25seTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABKeNFMywNrXhCCJE
F3AniVza2zI4WwUdS2NrNSmUhZ108fSuDPvfEbZeRQTyNIe+Q3SG+QdKkj9+WH8W
4FVh8ECjVDBSMA8GA1UdEwEB/wQFMAMBAf8wIAYDVR0RBBkwF4IVc2hlZXRzLmdv
b2dsZWFwaXMuY29tMB0GA1UdDgQWBBTtDmNUp3TrVCzuPp4jXXSFWC8y3jAKBggq
hkjOPQQDAgNIADBFAiEAhzPQUsz54UYEpT3G8a/NKr09inFypMte1v1cCQutDN0C
IFduBy+FvYzM+XRJwaWHXVLlDMWnDKOL54qkT0ZEfCRe
-----END CERTIFICATE-----`;
export const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgjhnsQPaXSxQ6ry9v
G7PN78Ho3dt3fbkCrjMclbAW2W6hRANCAASnjRTMsDa14QgiRBdwJ4lc2tsyOFsF
HUtjazUplIWddPH0rgz73xG2XkUE8jSHvkN0hvkHSpI/flh/FuBVYfBA
-----END PRIVATE KEY-----`;
