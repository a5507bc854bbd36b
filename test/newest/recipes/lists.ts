import { createRequire } from 'node:module';
import { join } from 'node:path';

import {
	exampleWorkflows,
	found,
	http,
	ownNode,
	publish,
	type Served,
	webhookNode,
	wired,
} from '../../e2e/n8n.ts';
import { installHost } from '../../../host/install.ts';

/** What this test takes of SheetJS, with which n8n reads the files: n8n's own copy. */
export interface SheetJs {
	utils: {
		aoa_to_sheet(rows: unknown[][]): Record<string, unknown>;
		book_new(): { Workbook?: object };
		book_append_sheet(book: object, sheet: object, name: string): void;
	};
	write(book: object, options: { type: 'buffer'; bookType: string }): Buffer;
}

export async function sheetJs(): Promise<SheetJs> {
	const hostFolder = await installHost(() => undefined);
	return createRequire(join(hostFolder, 'package.json'))('@e965/xlsx') as SheetJs;
}

/** A node of a recipe that reads a file, with other options. */
const reader = (file: string, name: string, more: object = {}) => {
	const node = exampleWorkflows()
		.get(file)
		?.nodes.find((one) => one.name === name);
	const { options, ...parameters } = node?.parameters ?? {};
	return ownNode('Read', 'extractFromFile', 1.1, {
		...parameters,
		binaryPropertyName: 'List',
		options: { ...(options as object), ...more },
	});
};
const READERS = {
	list: reader('excel-list-to-sms.json', 'Rows of the list'),
	listRaw: reader('excel-list-to-sms.json', 'Rows of the list', { rawData: true }),
	csv: reader('spreadsheet-to-sms.json', 'Rows of the CSV'),
};

/** What the pages of the lists say of n8n's reading of files. */
export function lists(served: () => Served): void {
	let xlsx: SheetJs;

	beforeAll(async () => {
		xlsx = await sheetJs();
		const answers = { responseMode: 'lastNode', responseData: 'allEntries' };
		const made = Object.entries(READERS).map(([id, node]) =>
			wired(id, [webhookNode('Webhook', id, answers), node], [['Webhook', 'Read']]),
		);
		await served().host.importWorkflows(made);
		await publish(served().server, ...Object.keys(READERS));
	});

	/** The rows that n8n reads of a file. */
	async function rowsOf(by: keyof typeof READERS, name: string, bytes: Buffer | string) {
		return await found(async () => {
			const form = new FormData();
			form.append('List', new Blob([new Uint8Array(Buffer.from(bytes))]), name);
			const url = `${served().server.url}/webhook/${by}`;
			const { status, data } = await http.post<string>(url, form);
			return status === 404 ? undefined : (JSON.parse(data) as Array<Record<string, unknown>>);
		});
	}

	/** A file with a hidden first sheet, whose second row is hidden, and whose last has a formula that nobody has calculated. */
	function fileOf(bookType: string): Buffer {
		const sheet = xlsx.utils.aoa_to_sheet([
			['phone', 'phone', 'at'],
			['0912', '0913', new Date(Date.UTC(2026, 10, 29))],
			[],
			['0914', '0915', ''],
		]);
		sheet['!rows'] = [{}, { hidden: true }];
		sheet.C4 = { t: 'n', f: '1+1' };
		const book = xlsx.utils.book_new();
		xlsx.utils.book_append_sheet(book, sheet, 'Hidden');
		xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([['phone'], ['0916']]), 'Shown');
		book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] };
		return xlsx.write(book, { type: 'buffer', bookType });
	}
	const TABLE =
		'<table><tr><th>phone</th><th>at</th></tr><tr><td>09120000091</td><td>2026-11-29</td></tr></table>';
	const TEXT = 'phone\tname\r\n09120000091\tEmma\r\n';

	const read = (at: unknown) => [
		{ phone: '0912', phone_1: '0913', at },
		{ phone: '0914', phone_1: '0915', at: '' },
	];
	// A point in time by the machine's zone.
	const DAY: unknown = expect.stringMatching(/^2026-11-2[89]T[\d:.]+Z$/);
	const DAYS: unknown = expect.any(Number);
	const [ZERO, NO_ZERO] = ['09120000091', 9120000091];
	const LINES = TEXT.replaceAll('\t', ';');
	const TWICE = 'phone,name,phone\n0912,Emma,0913\n';
	const unicode = Buffer.from(`\ufeff${TEXT}`, 'utf16le');

	test.each<[string, keyof typeof READERS, string, () => Buffer | string, unknown[]]>([
		['hidden and blank rows, a date', 'list', 'list.xlsx', () => fileOf('xlsx'), read(DAYS)],
		['the same as binary XLS', 'list', 'list.xls', () => fileOf('biff8'), read(DAYS)],
		['the same as ODS', 'list', 'list.ods', () => fileOf('ods'), read(DAY)],
		['a web page', 'list', 'list.xls', () => TABLE, [{ phone: NO_ZERO, at: DAY }]],
		['a web page, raw', 'listRaw', 'list.xls', () => TABLE, [{ phone: ZERO, at: '2026-11-29' }]],
		['Unicode Text', 'list', 'list.txt', () => unicode, [{ phone: NO_ZERO, name: 'Emma' }]],
		['Unicode Text, raw', 'listRaw', 'list.txt', () => unicode, [{ phone: ZERO, name: 'Emma' }]],
		['semicolons, raw', 'listRaw', 'list.csv', () => LINES, [{ phone: ZERO, name: 'Emma' }]],
		['two columns of one name', 'csv', 'list.csv', () => TWICE, [{ phone: '0913', name: 'Emma' }]],
	])('%s: as the pages say', async (_, by, name, bytes, rows) => {
		expect(await rowsOf(by, name, bytes())).toEqual(rows);
	});

	/** Uploads a CSV file as a new data table, with the types that n8n proposes or with those that are given, and gives its phones. */
	async function uploaded(name: string, csv: string, type?: string) {
		const { server } = served();
		const form = new FormData();
		form.append('file', new Blob([csv], { type: 'text/csv' }), `${name}.csv`);
		const { data } = await server.rest('POST', '/rest/data-tables/uploads', form);
		const upload = data as { id: string; columns: Array<{ name: string; type: string }> };
		const { data: project } = await server.rest('GET', '/rest/projects/personal');
		const path = `/rest/projects/${(project as { id: string }).id}/data-tables`;
		const made = await server.rest('POST', path, {
			name,
			columns: upload.columns.map((column) => ({ ...column, type: type ?? column.type })),
			fileId: upload.id,
			hasHeaders: true,
		});
		if (made.status !== 200) return made.status;
		const { id } = made.data as { id: string };
		const { data: rows } = await server.rest('GET', `${path}/${id}/rows`);
		return (rows as { data: Array<{ phone: unknown }> }).data.map(({ phone }) => phone);
	}

	test('of a CSV file that is uploaded as a data table phones become numbers, or it is refused, but with String', async () => {
		const right = 'phone,text\n09120000091,Hello\n';
		const odd = 'phone,text\n0912,Hello\nask her,Hello\n';
		expect(await uploaded('Guessed', right)).toEqual([9120000091]);
		expect(await uploaded('Odd', odd)).toBeGreaterThanOrEqual(400);
		expect(await uploaded('Right', right, 'string')).toEqual(['09120000091']);
		expect(await uploaded('Odd text', odd, 'string')).toEqual(['0912', 'ask her']);
	});
}
