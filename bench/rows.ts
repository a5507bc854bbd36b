/** One row; `id` is what the sandbox calls its text, where that was the first to come. */
export type Row = Record<'name' | 'phone' | 'note' | 'id', string>;

/** The rows of every case: the same for the same count, each with a number of its own. */
export const rowsOf = (count: number, ids: string[] = []): Row[] =>
	Array.from({ length: count }, (_, row) => ({
		name: row % 2 === 0 ? 'سارا کریمی' : 'Anna Smith',
		phone: `0912${String(row).padStart(7, '0')}`,
		note: `نوبت شما فردا ساعت ۱۰ است. (${row + 1})`,
		id: ids[row] ?? '',
	}));

/** What n8n's nodes are told, and below what they have to send. */
export const ONE_TEXT = 'فردا دفتر بسته است.';
export const MESSAGE = {
	source: '3000',
	destination: '={{ $json.phone }}',
	message: '=سلام {{ $json.name }}، {{ $json.note }}',
};
const { source } = MESSAGE;
export const textOf = ({ name, note }: Row): string => `سلام ${name}، ${note}`;

const texts = (rows: Row[]) =>
	rows.map((row) => ({ source, destination: row.phone, message: textOf(row) }));
const phones = (rows: Row[]) => rows.map(({ phone }) => phone).join();
const one = (rows: Row[]) => ({ source, destination: phones(rows), message: ONE_TEXT });
const ids = (rows: Row[]) => ({ msgid: rows.map(({ id }) => id).join() });
const V2 = '/webservice/v2rest';

/** Where each errand goes, how many rows share a request, and what that says for them beside the login. */
export const ERRANDS = {
	texts: { path: `${V2}/p2psendsms`, batch: 100, body: (rows: Row[]) => ({ data: texts(rows) }) },
	text: { path: `${V2}/sendsms`, batch: 1, body: (rows: Row[]) => texts(rows)[0] },
	oneText: { path: `${V2}/sendsms`, batch: 100, body: one },
	ids: { path: `${V2}/msgstatus`, batch: 100, body: ids },
};
export type Errand = keyof typeof ERRANDS;
