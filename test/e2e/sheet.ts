import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workflowsFolder } from './n8n.ts';

export interface Row {
	name: string;
	phone: string;
	note: string;
}

/** The rows of the example sheet, the empty one included, read from the CSV file without n8n's help. */
export function sheetRows(): Row[] {
	const text = readFileSync(join(workflowsFolder(), 'contacts.csv'), 'utf8');
	const [, ...lines] = csvLines(text.replace(/^\uFEFF/, ''));
	return lines.map(([name = '', phone = '', note = '']) => ({ name, phone, note }));
}

/** What the spreadsheet example has to send for these rows, worked out apart from the node and from the workflow. */
export function expectedMessages(rows: Row[]): Array<{ destination: string; message: string }> {
	return rows.filter(hasNumber).map((row) => ({
		destination: `0${nationalNumber(row.phone)}`,
		message: `Hello ${row.name},\n${row.note}`,
	}));
}

/** The rows that it has to leave to be corrected, as they are in the sheet. */
export function rowsToCorrect(rows: Row[]): Row[] {
	return rows.filter((row) => !isEmpty(row) && !hasNumber(row));
}

export const isEmpty = ({ name, phone, note }: Row): boolean => name + phone + note === '';

const hasNumber = ({ phone }: Row): boolean => nationalNumber(phone) !== undefined;

const PERSIAN_DIGITS = '۰۱۲۳۴۵۶۷۸۹';

const digits = (phone: string): string =>
	phone.replace(/[۰-۹]/g, (digit) => String(PERSIAN_DIGITS.indexOf(digit))).replace(/[ -]/g, '');

/** The ten digits of a mobile number, behind country code or zero, where it has them. */
const nationalNumber = (phone: string): string | undefined =>
	/^(?:98|0)?(9\d{9})$/.exec(digits(phone))?.[1];

/** CSV with quoted fields, which may hold commas, doubled quotes and line breaks. */
function csvLines(text: string): string[][] {
	const lines: string[][] = [[]];
	for (const [, quoted, plain, end] of text.matchAll(
		/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g,
	)) {
		lines.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
		if (end !== ',') lines.push([]);
	}
	return lines.filter((line) => line.length > 1);
}
