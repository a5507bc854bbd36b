import { seededRandom } from '../sandbox/random.ts';
import { textId } from '../sandbox/state.ts';

/** One line of the spreadsheet. */
export interface Row {
	name: string;
	phone: string;
	note: string;
	/** The id of its text, where the rows were the first that the sandbox got. */
	id: string;
}

export const SOURCE = '3000';

const FIRST_NAMES = ['سارا', 'علی', 'مریم', 'رضا', 'زهرا', 'حسین', 'نرگس', 'امیر', 'Anna', 'Omid'];
const LAST_NAMES = ['کریمی', 'محمدی', 'حسینی', 'رضایی', 'جعفری', 'موسوی', 'Smith', 'صادقی'];
const NOTES = [
	'نوبت شما فردا ساعت ۱۰ است.',
	'سفارش شما فرستاده شد.',
	'لطفاً با دفتر تماس بگیرید.',
	'Your table is booked for 8 pm.',
];

/** The rows of every case: the same for the same count, each with a number of its own. */
export function rowsOf(count: number): Row[] {
	const random = seededRandom(1);
	const pick = (list: string[]) => list[Math.floor(random() * list.length)] ?? '';
	return Array.from({ length: count }, (_, row) => ({
		name: `${pick(FIRST_NAMES)} ${pick(LAST_NAMES)}`,
		phone: `0912${String(row).padStart(7, '0')}`,
		note: `${pick(NOTES)} (${row + 1})`,
		id: textId(row),
	}));
}

export const csvOf = (rows: Row[]): string =>
	[
		'name,phone,note,id',
		...rows.map(({ name, phone, note, id }) => `${name},${phone},${note},${id}`),
		'',
	].join('\n');

/** The text where all rows have the same one. */
export const ONE_TEXT = 'فردا دفتر بسته است.';

/** The text for a row, for plain Node and for the check of what arrived … */
export const textOf = ({ name, note }: Row): string => `سلام ${name}، ${note}`;

/** … and as n8n is told it. */
export const EXPRESSIONS = {
	destination: '={{ $json.phone }}',
	message: '=سلام {{ $json.name }}، {{ $json.note }}',
};
