import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	found,
	http,
	type Node,
	ownNode,
	publish,
	type Served,
	textNode,
	webhookNode,
	wired,
} from '../../e2e/n8n.ts';
import { blocksOf, readPage, sectionOf } from '../../unit/docs/markdown.ts';

const FILES = join(__dirname, 'files');

const extract = (name: string, operation: string, options: object = {}, field = 'List'): Node =>
	ownNode(name, 'extractFromFile', 1.1, { operation, binaryPropertyName: field, options });
const csv = (options: object = {}) => [extract('CSV', 'csv', { enableBOM: true, ...options })];

/** As the page tells to read vCards. */
function cards(): Node[] {
	const [contacts] = blocksOf(sectionOf(readPage('docs/topics/contacts.md'), 'vCards'), 'js');
	const assignments = [{ id: 'a', name: 'contacts', type: 'array', value: `=${contacts}` }];
	return [
		extract('Text', 'text'),
		ownNode('Edit Fields', 'set', 3.4, { assignments: { assignments }, options: {} }),
		ownNode('Split Out', 'splitOut', 1, { fieldToSplitOut: 'contacts', options: {} }),
	];
}

/** The nodes that read a kind of file, and the columns of name and number. */
const READERS: Record<string, [nodes: Node[], name: string, to: string]> = {
	google: [csv(), 'First Name', 'Phone 1 - Value'],
	outlook: [csv(), 'First Name', 'Mobile Phone'],
	latin: [csv({ encoding: 'latin1' }), 'First Name', 'Mobile Phone'],
	windows: [
		[
			extract('Text', 'text', { encoding: 'windows1256' }),
			ownNode('UTF-8', 'convertToFile', 1.1, {
				operation: 'toText',
				sourceProperty: 'data',
				binaryPropertyName: 'List',
				options: {},
			}),
			...csv(),
		],
		'First Name',
		'Mobile Phone',
	],
	comma: [csv(), 'name', 'phone'],
	semicolon: [csv({ delimiter: ';' }), 'name', 'phone'],
	cards: [cards(), 'name', 'to'],
};

/** What the sandbox takes: numbers of its country, with a zero. */
const FORMAT = { countryCode: '98', nationalLength: '10', trunkPrefix: '0', writeAs: 'national' };

const wrong = (value: string, why: string): unknown =>
	expect.stringContaining(` holds ${JSON.stringify(value)}, which ${why}`);
const EMPTY: unknown = expect.stringMatching(/^'To' of item \d is empty$/);
const ROUNDED = 'is a rounded number';
const NONE = 'is not a phone number';
const ZERO = wrong('+44 (0)7700 900123', 'has a 0 behind a country code');

/** The numbers that a text leaves for, by the name in it, and what is refused; how the files were made stands beside them. */
const CASES: Array<[file: string, by: string, sent: Record<string, string[]>, refused: unknown[]]> =
	[
		[
			'google.csv',
			'google',
			{
				Emma: ['09120000101'],
				Omid: ['09120000102', '02188000103'],
				علی: ['09120000104'],
			},
			[wrong('(021) 8800-0105 x12', NONE), EMPTY],
		],
		['outlook-new.csv', 'outlook', { Jörg: ['09120000111'], Zoë: ['09120000112'] }, [ZERO]],
		['outlook-classic.csv', 'latin', { Jörg: ['09120000111'], Zoë: ['09120000112'] }, [ZERO]],
		['outlook-classic-persian.csv', 'windows', { نادر: ['09120000114'] }, []],
		[
			'excel.csv',
			'comma',
			{ Emma: ['09120000141'], Zoë: ['09120000143'], علی: ['09120000144'], Sara: ['09120000146'] },
			[wrong('9.8912E+11', ROUNDED), wrong('9', 'has 1 digit')],
		],
		['pandas.csv', 'comma', { Emma: ['09120000131'], Nina: ['09120000132'] }, [EMPTY]],
		[
			'pandas-decimal-comma.csv',
			'semicolon',
			{ Emma: ['09120000131'], Nina: ['09120000132'] },
			[EMPTY],
		],
		['pandas-lists.csv', 'comma', { Emma: ['09120000133', '09120000134'] }, []],
		[
			'pandas-rounded.csv',
			'comma',
			{},
			[wrong('9.12e+09', ROUNDED), EMPTY, wrong('9.8912e+11', ROUNDED)],
		],
		[
			'android-2.1.vcf',
			'cards',
			{ 'Emma Clarke': ['09120000121'], 'علی رضایی نژاد': ['09120000122', '02188000123'] },
			[wrong('+982188000124p12', NONE)],
		],
		[
			'iphone-3.0.vcf',
			'cards',
			{ 'Emma  Clarke, PhD': ['09120000151'], 'علی رضایی': ['09120000152', '09120000153'] },
			[],
		],
		[
			'vobject-3.0.vcf',
			'cards',
			{
				'Emma Clarke, PhD': ['09120000161'],
				'عبدالرحمن محمدحسین\u200cزاده اصفهانی نژاد خراسانی': ['09120000162', '02188000163'],
			},
			[],
		],
		[
			'ez-vcard-4.0.vcf',
			'cards',
			{
				'Emma Clarke': ['09120000171'],
				'عبدالرحمن محمدحسین\u200cزاده اصفهانی': ['09120000172', '02188000173'],
			},
			[],
		],
	];

/** What the page of exported contacts says. */
export function contacts(served: () => Served): void {
	let n8n: Served;

	beforeAll(async () => {
		n8n = served();
		const made = Object.entries(READERS).map(([id, [nodes, name, to]]) => {
			const text = `Hello {{ $json['${name}'] }}`;
			const all = [
				webhookNode('Webhook', `contacts-${id}`, {
					responseMode: 'lastNode',
					responseData: 'allEntries',
				}),
				...nodes,
				textNode(
					'Send',
					{
						destination: `={{ $json['${to}'] }}`,
						message: `=${text}`,
						options: { numberFormat: { values: FORMAT } },
					},
					{ onError: 'continueRegularOutput' },
				),
			];
			return wired(
				`contacts-${id}`,
				all,
				all.slice(1).map((node, index) => [all[index]?.name ?? '', node.name]),
			);
		});
		await n8n.host.importWorkflows(made);
		await publish(n8n.server, ...made.map(({ id }) => String(id)));
	});

	beforeEach(() => n8n.sandbox.reset());

	test.each(CASES)(
		'of %s: numbers leave, and what is wrong is refused',
		async (file, by, sent, refused = []) => {
			const rows = await found(async () => {
				const form = new FormData();
				form.append('List', new Blob([new Uint8Array(readFileSync(join(FILES, file)))]), file);
				const url = `${n8n.server.url}/webhook/contacts-${by}`;
				const { status, data } = await http.post<string>(url, form);
				return status === 404 ? undefined : (JSON.parse(data) as Array<Record<string, unknown>>);
			});
			const came: Record<string, string[]> = {};
			for (const { destination, message } of n8n.sandbox.messages())
				(came[message?.replace('Hello ', '') ?? ''] ??= []).push(destination);
			expect(came).toEqual(sent);
			expect(rows.flatMap(({ error }) => error ?? [])).toEqual(refused);
		},
	);
}
