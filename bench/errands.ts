import { ONE_TEXT, SOURCE, textOf, type Row } from './rows.ts';

/** What a case does for each row: sends it a text of its own, or the same text as the others, or asks for its id. */
export type Errand = 'texts' | 'oneText' | 'ids';

/** What arrives for a row: its number and what it was sent, or its id and nothing else. */
export type Arrival = [key: string, text: string];

interface Wire {
	path: string;
	/** What plain Node posts for some rows at once, without the login. */
	body(rows: Row[]): Record<string, unknown>;
	due(row: Row): Arrival;
}

export const SEND_PATH = '/webservice/v2rest/sendsms';
export const STATUS_PATH = '/webservice/v2rest/msgstatus';

export const textArrival = (source = '', destination: string, message = ''): Arrival => [
	destination,
	`${source}: ${message}`,
];

export const ERRANDS: Record<Errand, Wire> = {
	texts: {
		path: '/webservice/v2rest/p2psendsms',
		body: (rows) => ({
			data: rows.map((row) => ({
				source: SOURCE,
				destination: row.phone,
				message: textOf(row),
				send_to_blacklist: 0,
			})),
		}),
		due: (row) => textArrival(SOURCE, row.phone, textOf(row)),
	},
	oneText: {
		path: SEND_PATH,
		body: (rows) => ({
			source: SOURCE,
			destination: rows.map(({ phone }) => phone).join(','),
			message: ONE_TEXT,
		}),
		due: ({ phone }) => textArrival(SOURCE, phone, ONE_TEXT),
	},
	ids: {
		path: STATUS_PATH,
		body: (rows) => ({ msgid: rows.map(({ id }) => id).join(',') }),
		due: ({ id }) => [id, ''],
	},
};
