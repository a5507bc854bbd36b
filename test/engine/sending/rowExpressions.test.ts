import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { ExecuteContext } from 'n8n-core';
import { createRunExecutionData, NodeConnectionTypes, Workflow } from 'n8n-workflow';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeType,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import {
	ENGINE,
	fillTemplate,
	readTemplate,
} from '../../../nodes/SmsVoiceGateway/expressions/rowExpressions.ts';
import { startEngine, stopEngine } from '../stage/engine.ts';

/** Names of earlier nodes, as users choose them; the last one has not run. */
const NODES = ['Rows', "Ann's sheet", 'The "best" مشتری', 'a}b', 'Unrun'];

/** What each earlier node has given: a first and a last item. */
const EARLIER: IDataObject[] = [
	{ a: 'first', n: 0, none: null, list: [{ 'c d': true }], at: new Date(0) as never },
	{ a: 'last', n: -0, 'c d': 'x', deep: { a: '' } },
];

/** Judges with n8n's own getNodeParameter, of a node that runs after NODES on given rows. */
class Judge {
	private readonly node: INode;

	private readonly items: INodeExecutionData[] = [];

	private readonly workflow: Workflow;

	private readonly context: ExecuteContext;

	constructor() {
		const type = {
			description: {
				displayName: 'Reader',
				name: 'reader',
				group: ['transform' as const],
				version: 1,
				description: 'Reads a parameter',
				defaults: { name: 'Reader' },
				inputs: [NodeConnectionTypes.Main],
				outputs: [NodeConnectionTypes.Main],
				properties: [{ displayName: 'Value', name: 'value', type: 'string' as const, default: '' }],
			},
		} satisfies INodeType;
		const node = (name: string): INode => ({
			id: name,
			name,
			type: 'reader',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		});
		this.node = node('Reader');
		this.workflow = new Workflow({
			id: 'test',
			name: 'test',
			active: false,
			settings: { timezone: 'Asia/Tehran' },
			nodes: [...NODES.map(node), this.node],
			connections: Object.fromEntries(
				NODES.map((name, index) => [
					name,
					{
						main: [
							[{ node: NODES[index + 1] ?? 'Reader', type: NodeConnectionTypes.Main, index: 0 }],
						],
					},
				]),
			),
			nodeTypes: {
				getByName: () => type,
				getByNameAndVersion: () => type,
				getKnownTypes: () => ({}),
			},
		});
		const ran = {
			startTime: 0,
			executionTime: 0,
			executionIndex: 0,
			source: [],
			data: { main: [EARLIER.map((json) => ({ json }))] },
		};
		this.context = new ExecuteContext(
			this.workflow,
			this.node,
			{
				executionId: 'test',
				webhookWaitingBaseUrl: 'http://127.0.0.1/webhook-waiting',
				formWaitingBaseUrl: 'http://127.0.0.1/form-waiting',
				variables: {},
			} as unknown as IWorkflowExecuteAdditionalData,
			'manual',
			createRunExecutionData({
				resultData: {
					runData: Object.fromEntries(NODES.slice(0, -1).map((name) => [name, [ran]])),
				},
			}),
			0,
			this.items,
			{ main: [this.items] },
			{ node: this.node, data: { main: [this.items] }, source: null },
			[],
		);
	}

	async start(engine: 'vm' | 'legacy'): Promise<void> {
		await startEngine(engine);
		await this.workflow.expression.acquireIsolate();
	}

	async stop(): Promise<void> {
		await this.workflow.expression.releaseIsolate();
		await stopEngine();
	}

	/** What n8n gives for a raw parameter value in the first of these rows. */
	evaluate(raw: unknown, json: object): { value: unknown } | { error: unknown } {
		this.items.splice(0, this.items.length, { json: json as IDataObject });
		this.node.parameters = { value: raw as string };
		try {
			return { value: this.context.getNodeParameter('value', 0) };
		} catch (error) {
			return { error };
		}
	}
}

const judge = new Judge();

/** Our answers for these rows, each proven to be n8n's; none where we leave the row to n8n. */
function proven(raw: unknown, rows: object[]): unknown[] {
	const template = readTemplate(raw);
	if (template === undefined) return [];
	const shared = new Map<string, unknown>();
	for (const part of template.kind === 'parts' ? template.parts : []) {
		if (!('shared' in part)) continue;
		const result = judge.evaluate(`={{ ${part.shared} }}`, {});
		if ('value' in result) shared.set(part.shared, result.value);
	}
	return rows.flatMap((json) => {
		const value = fillTemplate(template, json, shared);
		if (value === ENGINE) return [];
		const result = judge.evaluate(raw, json);
		if ('value' in result && Object.is(result.value, value)) return [value];
		throw new Error(
			`${JSON.stringify(raw)} on ${fc.stringify(json)} gave ${fc.stringify(value)}, n8n gives ${fc.stringify(result)}`,
		);
	});
}

/** Keys as JSON and spreadsheets have them. */
const KEYS = [
	...['a', 'b', 'No.', 'Phone Number', 'c d', 'Price (USD)', 'a.first(', '$if (', 'x-y', '{{', ''],
	...['نام', 'شماره\u200cتلفن', '姓名', '0', '1', '00', 'class', 'this', 'length', '\ud800', '😀'],
];

/** Keys that the engine refuses, finds elsewhere or takes for something else. */
const HARD_KEYS = [
	...['$', 'globalThis', 'caller', 'constructor', 'prototype', 'toString', 'valueOf', '__proto__'],
	...['x"y', "it's", '}}', '\\', '\t', '\n', '\u2028'],
];

const NAMES = 'a b a b _x1 $y نام شماره\u200cتلفن 姓名 class length'.split(' ');

/** Texts of any UTF-16, also half characters. */
const utf16 = fc.string({
	unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)),
	maxLength: 8,
});

const anyKey = fc.oneof(
	{ weight: 24, arbitrary: fc.constantFrom(...KEYS) },
	{ weight: 2, arbitrary: fc.constantFrom(...HARD_KEYS) },
	{ weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 4 }) },
	{ weight: 1, arbitrary: utf16 },
);

const text = fc.oneof(
	{ weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: 10 }) },
	{ weight: 2, arbitrary: utf16 },
	{
		weight: 2,
		arbitrary: fc.constantFrom('', '\r\n', '\n\t', '0', 'false', ...' \0\u2028\u2029='),
	},
	{ weight: 1, arbitrary: fc.constantFrom('"', "'", '`', '${a}', '{', '}', '}}', '//', '$json.a') },
);

const trouble = fc.constantFrom('{{', '\\', '\\\\', '. constructor', '{{ $json.a', '{{}}');

const scalar = fc.oneof(
	text,
	fc.integer(),
	fc.double(),
	fc.constantFrom(0, -0, 1e21, 5e-324, Number.MAX_VALUE, 2 ** 53, 0.1, 1e-7),
	fc.boolean(),
	fc.constant(null),
	fc.constantFrom(undefined, false, ''),
);

class Contact {
	a = 'x';
}

/** What no spreadsheet holds, but an item may. */
const EXOTIC: unknown[] = [
	...[new Date(0), new Date(NaN), DateTime.fromMillis(0), DateTime.invalid('x')],
	...[1n, () => 1, new Map([['a', 1]]), new Set(['a']), new Contact(), Buffer.from('a'), /a/],
	...[Object.assign(['x'], { a: 1 }), Object.assign(new Date(0), { a: 1 }), Array(2)],
	...[Object.create(null, { a: { value: 'x' } }), Object.create({ a: 'x' }), new Error('x')],
];
const exotic = fc.constantFrom(...EXOTIC);

/** Sets a key as JSON.parse does, which takes `__proto__` for a key as any other. */
function set(holder: object, key: string | number, value: unknown): void {
	Object.defineProperty(holder, key, {
		value,
		enumerable: true,
		configurable: true,
		writable: true,
	});
}

function isPlainObject(value: unknown): value is object {
	return value instanceof Object && Object.getPrototypeOf(value) === Object.prototype;
}

function asObject(entries: Array<[string, unknown]>): object {
	const object = {};
	for (const [key, value] of entries) set(object, key, value);
	return object;
}

const anyRow = fc
	.array(fc.tuple(anyKey, fc.oneof({ weight: 4, arbitrary: scalar }, exotic)), { maxLength: 5 })
	.map(asObject);

const anyValue = fc.oneof(
	{ weight: 16, arbitrary: scalar },
	{ weight: 1, arbitrary: exotic },
	{ weight: 1, arbitrary: anyRow },
	{ weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) },
);

interface Source {
	code: string;
	/** What it reads of the row, so that rows can be made that have it. */
	paths: Array<Array<string | number>>;
}

const SPACES = [
	...Array<string>(12).fill(''),
	' ',
	' ',
	'  ',
	'\n',
	'\r\n',
	'\t',
	'\u00a0',
	'\ufeff',
];
const space = fc.constantFrom(...SPACES);

const dotted = fc
	.tuple(
		space,
		space,
		fc.oneof(
			{ weight: 24, arbitrary: fc.constantFrom(...NAMES) },
			{ weight: 1, arbitrary: anyKey },
		),
	)
	.map(([before, after, key]) => ({ code: `${before}.${after}${key}`, key }));

const quoted = fc
	.tuple(fc.constantFrom('"', "'"), space, space, anyKey)
	.map(([quote, before, after, key]) => ({
		code: `[${before}${quote}${key}${quote}${after}]`,
		key,
	}));

const INDEXES = '0 0 0 1 1 2 00 010 08 -1 1.0 1e0 0x0 99 1_0'.split(' ');
const indexed = fc
	.constantFrom(...INDEXES)
	.map((index) => ({ code: `[${index}]`, key: Number(index) || 0 }));

const path = fc
	.array(
		fc.oneof(
			{ weight: 6, arbitrary: dotted },
			{ weight: 4, arbitrary: quoted },
			{ weight: 1, arbitrary: indexed },
		),
		{ minLength: 1, maxLength: 3 },
	)
	.map((steps) => ({
		code: steps.map((step) => step.code).join(''),
		keys: steps.map((step) => step.key),
	}));

const ofRow = path.map(({ code, keys }): Source => ({ code: `$json${code}`, paths: [keys] }));

const EARLIER_PATHS = [
	'.list[0]["c d"]',
	'["c d"]',
	...'.a .n .none .deep.a .at .x .x.y'.split(' '),
];
const ofNode = fc
	.tuple(
		fc.constantFrom(...NODES, 'Lost'),
		fc.constantFrom('first', 'last'),
		fc.oneof(
			fc.constantFrom(...EARLIER_PATHS),
			path.map(({ code }) => code),
		),
	)
	.map(([name, method, code]): Source => ({
		code: `$(${name.includes("'") ? `"${name}"` : `'${name}'`}).${method}().json${code}`,
		paths: [],
	}));

const ROOTS = ['$input.item.json', '$node["Rows"].json', "$('Rows').item.json", '$JSON', '($json)'];
const ofElse = fc
	.tuple(fc.constantFrom(...ROOTS), path)
	.map(([root, { code, keys }]): Source => ({ code: `${root}${code}`, paths: [keys] }));

const ENDS = [
	';',
	' // x',
	' /* x */',
	' + 1',
	' || "x"',
	'["a" + "b"]',
	...'.trim() ?.a ,1 [`a`]'.split(' '),
];

const PUT = ['', '', ...'.[]"\'()\\{}$a0 \n?'];

/** A few characters struck out or put in: what a user mistypes. */
function mistype({ code, paths }: Source, at: number, struck: number, put: string): Source {
	const from = at % (code.length + 1);
	return { code: code.slice(0, from) + put + code.slice(from + struck), paths };
}

const valid = fc.oneof({ weight: 5, arbitrary: ofRow }, { weight: 1, arbitrary: ofNode });

const nearMiss = fc.oneof(
	ofElse,
	fc.tuple(valid, fc.constantFrom(...ENDS)).map(([{ code, paths }, end]) => ({
		code: `${code}${end}`,
		paths,
	})),
	fc
		.tuple(valid, fc.nat(), fc.nat(2), fc.constantFrom(...PUT))
		.map(([source, at, struck, put]) => mistype(source, at, struck, put)),
);

const CLOSING = [...Array<string>(40).fill('}}'), '', '}', '}}}', '}} }}'];
const chunk = fc
	.tuple(
		fc.oneof({ weight: 12, arbitrary: valid }, { weight: 1, arbitrary: nearMiss }),
		space,
		space,
		fc.constantFrom(...CLOSING),
	)
	.map(([{ code, paths }, before, after, end]): Source => ({
		code: `{{${before}${code}${after}${end}`,
		paths,
	}));

const plain = fc
	.oneof({ weight: 20, arbitrary: text }, { weight: 1, arbitrary: trouble })
	.map((code): Source => ({ code, paths: [] }));

/** A raw parameter value, and what it reads of the row. */
const template = fc
	.oneof(
		{ weight: 8, arbitrary: chunk.map((one) => [one]) },
		{
			weight: 6,
			arbitrary: fc.array(fc.oneof({ weight: 2, arbitrary: chunk }, plain), {
				minLength: 2,
				maxLength: 4,
			}),
		},
		{ weight: 1, arbitrary: fc.oneof(anyKey, text).map((code): Source[] => [{ code, paths: [] }]) },
	)
	.map((list) => ({
		raw: `=${list.map(({ code }) => code).join('')}`,
		paths: list.flatMap(({ paths }) => paths),
	}));

/** A copy that has a value where a path leads, in place of anything in its way. */
function planted(holder: unknown, path: Array<string | number>, value: unknown): unknown {
	const [key, ...rest] = path;
	if (key === undefined) return value;
	const isIndex = typeof key === 'number';
	const list = isIndex && Array.isArray(holder) ? [...(holder as unknown[])] : [];
	const copy = isPlainObject(holder) ? { ...holder } : isIndex ? list : {};
	const present: unknown = Object.hasOwn(copy, key) ? Reflect.get(copy, key) : undefined;
	set(copy, key, planted(present, rest, value));
	return copy;
}

/** How many rows each template meets: a new template costs n8n more than a row. */
const ROWS = 5;

/** A raw parameter value, and rows that have what it reads, or nearly. */
const testCase = template.chain(({ raw, paths }) =>
	fc.tuple(
		fc.constant(raw),
		fc.array(
			fc
				.tuple(
					anyRow,
					fc.array(fc.tuple(anyValue, fc.constantFrom(0, 1, 2, 3, 3, 3, 3, 3)), {
						minLength: paths.length,
						maxLength: paths.length,
					}),
				)
				.map(([base, plants]) =>
					plants.reduce<object>((json, [value, depth], index) => {
						const keys = paths[index]?.slice(0, depth) ?? [];
						return keys.length > 0 ? (planted(json, keys, value) as object) : json;
					}, base),
				),
			{ minLength: ROWS, maxLength: ROWS },
		),
	),
);

/** The characters of the Basic Multilingual Plane that are allowed. */
function characters(allowed: (character: string) => boolean): string[] {
	return Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(allowed);
}

function slices(list: string[], size: number): string[][] {
	return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
		list.slice(index * size, (index + 1) * size),
	);
}

describe.each([
	['vm', 4_000],
	['legacy', 1_000],
] as const)('A row read without the engine "%s"', (engine, cases) => {
	beforeAll(async () => await judge.start(engine));
	afterAll(async () => await judge.stop());

	test('gives what it gives, and that often', () => {
		const counts: Record<string, number> = {};
		fc.assert(
			fc.property(testCase, ([raw, rows]) => {
				for (const value of proven(raw, rows)) {
					const kind = value === null ? 'null' : typeof value;
					counts[kind] = (counts[kind] ?? 0) + 1;
				}
			}),
			{ numRuns: cases / ROWS },
		);
		const often = Object.entries(counts).filter(([, count]) => count > cases / 500);
		expect(often.map(([kind]) => kind).sort()).toEqual(
			'boolean null number string undefined'.split(' '),
		);
		expect(Object.values(counts).reduce((sum, count) => sum + count)).toBeGreaterThan(cases / 3);
	});

	test('takes every character of a key, of text and of white space as n8n does', () => {
		const keys = characters((c) => readTemplate(`={{ $json["${c}"] }}`) !== undefined);
		expect(keys.length).toBeGreaterThan(65_000);
		for (const some of slices(keys, 4000)) {
			const key = some.join('');
			expect(proven(`={{ $json["${key}"] }}`, [{ [key]: 1 }])).toEqual([1]);
		}
		const texts = characters((character) => readTemplate(`=${character}`) !== undefined);
		expect(texts.length).toBeGreaterThan(65_000);
		for (const some of slices(texts, 4000)) {
			const raw = some.join('');
			expect(proven(`=${raw}`, [{}])).toEqual([raw]);
			expect(proven('={{ $json.a }}.', [{ a: raw }])).toEqual([`${raw}.`]);
		}
		const spaces = characters((c) => readTemplate(`={{${c}$json.a }}`) !== undefined);
		expect(spaces.length).toBeGreaterThan(20);
		for (const c of spaces) {
			const raw = `={{${c}$json${c}.${c}a${c}[${c}"b"${c}]${c}}}`;
			expect(proven(raw, [{ a: { b: 1 } }])).toEqual([1]);
		}
	});

	test('gives what it gives for strange holders and strange names', () => {
		const values = [
			...EXOTIC,
			'text',
			'',
			1,
			true,
			null,
			undefined,
			{},
			['x', ['y']],
			{ a: { b: 1 } },
		];
		const rows = values.map((value) => ({ v: value, toString: 1, valueOf: 1 }));
		const names = 'year size map first isValid lastIndex message name 2'.split(' ');
		const raws = [...KEYS, ...HARD_KEYS, ...names].flatMap((key) => [
			...['', '["a"]', '[0]', '[1]', '["0"]'].map((end) => `={{ $json.v["${key}"]${end} }}`),
			...[`=a{{ $json["v"].${key} }}`, `={{ $json.${key} }}`, `=${key}`],
		]);
		raws.push(...INDEXES.map((index) => `={{ $json.v[${index}] }}`));
		expect(raws.flatMap((raw) => proven(raw, rows)).length).toBeGreaterThan(1000);
	});

	test('takes a value that is no expression as it stands', () => {
		const raws = ['', 'text', ' ={{ $json.a }}', '{{ $json.a }}', 0, -0, 1.5, true, false, null];
		expect(raws.map((raw) => proven(raw, [{ a: 1 }]))).toEqual(raws.map((raw) => [raw]));
	});
});

describe('A name in a row', () => {
	beforeAll(async () => await judge.start('vm'));
	afterAll(async () => await judge.stop());

	test('has no character that n8n does not take for part of it', () => {
		const isRead = (name: string) =>
			!/\s/.test(name) && readTemplate(`={{ $json.${name} }}`) !== undefined;
		// Above are syllables and ideographs, each a start where it is a part.
		const starts = characters((c) => c < '\u3100' && isRead(c));
		const parts = characters((character) => isRead(`a${character}`));
		expect(starts.length).toBeGreaterThan(1000);
		expect(parts.length).toBeGreaterThan(30_000);
		for (const some of slices(starts, 30)) {
			const raw = `=${some.map((name) => `{{ $json.${name} }}`).join('')}`;
			const row = Object.fromEntries(some.map((name) => [name, name]));
			expect(proven(raw, [row])).toEqual([some.join('')]);
		}
		for (const some of slices(parts, 4000)) {
			const name = `a${some.join('')}`;
			expect(proven(`={{ $json.${name} }}`, [{ [name]: 1 }])).toEqual([1]);
		}
	});
});
