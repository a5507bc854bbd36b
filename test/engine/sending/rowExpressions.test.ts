import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { ExecuteContext } from 'n8n-core';
import { createRunExecutionData, NodeConnectionTypes, Workflow } from 'n8n-workflow';
import type { IDataObject, INode, INodeExecutionData, INodeType } from 'n8n-workflow';

import {
	ENGINE,
	fillTemplate,
	readTemplate,
} from '../../../nodes/SmsVoiceGateway/expressions/rowExpressions.ts';
import { executionOf, nodeTypesOf, startEngine, stopEngine } from '../stage/engine.ts';

/** Names of earlier nodes, as users choose them; the last one has not run. */
const NODES = ['Rows', "Ann's sheet", 'The "best" مشتری', 'a}b', 'Unrun'];

/** What each earlier node has given: a first and a last item. */
const EARLIER: IDataObject[] = [
	{ a: 'first', n: 0, none: null, list: [{ 'c d': true }], at: new Date(0) as never },
	{ a: 'last', n: -0, 'c d': 'x', deep: { a: '' } },
];

/** Judges with n8n's own getNodeParameter, of a node that runs after NODES on given rows. */
class Judge {
	private readonly items: INodeExecutionData[] = [];

	private readonly node: INode = this.nodeOf('Reader');

	private readonly workflow = new Workflow({
		...{ id: 'test', name: 'test', active: false, settings: { timezone: 'Asia/Tehran' } },
		nodes: [...NODES.map((name) => this.nodeOf(name)), this.node],
		connections: Object.fromEntries(
			NODES.map((name, index) => {
				const node = NODES[index + 1] ?? 'Reader';
				const next = { node, type: NodeConnectionTypes.Main, index: 0 };
				return [name, { main: [[next]] }];
			}),
		),
		nodeTypes: nodeTypesOf({
			reader: {
				description: {
					...{ displayName: 'Reader', name: 'reader', group: ['transform'], version: 1 },
					...{ description: 'Reads a parameter', defaults: { name: 'Reader' } },
					...{ inputs: [NodeConnectionTypes.Main], outputs: [NodeConnectionTypes.Main] },
					properties: [{ displayName: 'Value', name: 'value', type: 'string', default: '' }],
				},
			} satisfies INodeType,
		}),
	});

	private readonly context: ExecuteContext;

	constructor() {
		const ran = {
			...{ startTime: 0, executionTime: 0, executionIndex: 0, source: [] },
			data: { main: [EARLIER.map((json) => ({ json }))] },
		};
		const runData = Object.fromEntries(NODES.slice(0, -1).map((name) => [name, [ran]]));
		const data = createRunExecutionData({ resultData: { runData } });
		const input = { main: [this.items] };
		const execution = { node: this.node, data: input, source: null };
		this.context = new ExecuteContext(
			...([this.workflow, this.node, executionOf(), 'manual', data, 0] as const),
			...([this.items, input, execution] as const),
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

	private nodeOf(name: string): INode {
		return { id: name, name, type: 'reader', typeVersion: 1, position: [0, 0], parameters: {} };
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

const { array, constantFrom, nat, oneof, tuple } = fc;
const mostly = <T>(often: fc.Arbitrary<T>, ...seldom: Array<fc.Arbitrary<T>>) =>
	oneof({ weight: 16, arbitrary: often }, ...seldom.map((arbitrary) => ({ weight: 1, arbitrary })));

/** Texts of any UTF-16, also half characters. */
const utf16 = fc.string({
	unit: nat(0xffff).map((code) => String.fromCharCode(code)),
	maxLength: 8,
});
const anyKey = mostly(constantFrom(...KEYS), constantFrom(...HARD_KEYS), utf16);
const text = oneof(
	fc.string({ unit: 'grapheme', maxLength: 10 }),
	utf16,
	constantFrom('', '\r\n', '0', 'false', '"', "'", '`', '${a}', '{', '}', '}}', '//', '$json.a'),
);
const trouble = constantFrom('{{', '\\', '\\\\', '. constructor', '{{ $json.a', '{{}}');
const scalar: fc.Arbitrary<unknown> = oneof(
	text,
	fc.double(),
	constantFrom(0, -0, 1, 1e21, 5e-324, 2 ** 53, 0.1, true, false, null, undefined, ''),
);

/** With a key set as JSON.parse does, which takes `__proto__` for a key as any other. */
function withKey<T extends object>(holder: T, key: string | number, value: unknown): T {
	const open = { enumerable: true, configurable: true, writable: true };
	return Object.defineProperty(holder, key, { value, ...open });
}

const anyRow = array(tuple(anyKey, mostly(scalar, constantFrom(...EXOTIC))), { maxLength: 5 }).map(
	(entries) => entries.reduce<object>((row, [key, value]) => withKey(row, key, value), {}),
);
const anyValue = mostly<unknown>(scalar, constantFrom(...EXOTIC), anyRow, array(scalar));

interface Source {
	code: string;
	/** What it reads of the row, so that rows can be made that have it. */
	paths: Array<Array<string | number>>;
}

const space = mostly(
	constantFrom('', '', '', ' '),
	constantFrom('\n', '\r\n', '\t', '\u00a0', '\ufeff'),
);
const NAMES = 'a b a b _x1 $y نام شماره\u200cتلفن 姓名 class length'.split(' ');
const INDEXES = '0 0 0 1 1 2 00 010 08 -1 1.0 1e0 0x0 99 1_0'.split(' ');
type Step = { code: string; key: string | number };
const dotted = tuple(space, space, mostly(constantFrom(...NAMES), anyKey)).map(
	([before, after, key]): Step => ({ code: `${before}.${after}${key}`, key }),
);
const quoted = tuple(constantFrom('"', "'"), space, anyKey).map(([quote, around, key]): Step => ({
	code: `[${around}${quote}${key}${quote}${around}]`,
	key,
}));
const indexed = constantFrom(...INDEXES).map((index): Step => ({
	code: `[${index}]`,
	key: Number(index) || 0,
}));
const path = array(oneof(dotted, dotted, quoted, indexed), { minLength: 1, maxLength: 3 }).map(
	(steps) => ({ code: steps.map(({ code }) => code).join(''), keys: steps.map(({ key }) => key) }),
);

const ofRow = path.map(({ code, keys }): Source => ({ code: `$json${code}`, paths: [keys] }));
const EARLIER_PATHS = [
	'.list[0]["c d"]',
	'["c d"]',
	...'.a .n .none .deep.a .at .x .x.y'.split(' '),
];
const ofNode = tuple(
	constantFrom(...NODES, 'Lost'),
	constantFrom('first', 'last'),
	constantFrom(...EARLIER_PATHS),
).map(([name, method, code]): Source => {
	const quote = name.includes("'") ? '"' : "'";
	return { code: `$(${quote}${name}${quote}).${method}().json${code}`, paths: [] };
});

const ROOTS = ['$input.item.json', '$node["Rows"].json', "$('Rows').item.json", '$JSON', '($json)'];
const ENDS = [';', ' // x', ' + 1', ' || "x"', '["a" + "b"]', ...'.trim() ?.a ,1 [`a`]'.split(' ')];
const PUT = ['', '', ...'.[]"\'()\\{}$a0 \n?'];
/** What is no path, or hardly: another root, more behind it, a few characters struck out or put in. */
const nearMiss = oneof(
	tuple(constantFrom(...ROOTS), path).map(([root, { code, keys }]): Source => ({
		code: `${root}${code}`,
		paths: [keys],
	})),
	tuple(ofRow, constantFrom(...ENDS)).map(([{ code, paths }, end]): Source => ({
		code: `${code}${end}`,
		paths,
	})),
	tuple(oneof(ofRow, ofNode), nat(), nat(2), constantFrom(...PUT)).map(
		([{ code, paths }, at, struck, put]): Source => {
			const from = at % (code.length + 1);
			return { code: code.slice(0, from) + put + code.slice(from + struck), paths };
		},
	),
);

const chunk = tuple(
	mostly(oneof(ofRow, ofRow, ofRow, ofNode), nearMiss),
	space,
	mostly(constantFrom('}}', '}}', '}}'), constantFrom('', '}', '}}}', '}} }}')),
).map(([{ code, paths }, around, end]): Source => ({
	code: `{{${around}${code}${around}${end}`,
	paths,
}));
const plain = mostly(text, trouble).map((code): Source => ({ code, paths: [] }));

/** A raw parameter value, and what it reads of the row. */
const template = oneof(
	chunk.map((one) => [one]),
	array(oneof(chunk, chunk, plain), { minLength: 1, maxLength: 4 }),
).map((list) => ({
	raw: `=${list.map(({ code }) => code).join('')}`,
	paths: list.flatMap(({ paths }) => paths),
}));

/** A copy that has a value where a path leads, in place of anything in its way. */
function planted(holder: unknown, keys: Array<string | number>, value: unknown): unknown {
	const [key, ...rest] = keys;
	if (key === undefined) return value;
	const isPlain = holder instanceof Object && Object.getPrototypeOf(holder) === Object.prototype;
	const copy = isPlain ? { ...holder } : typeof key === 'number' ? [] : {};
	const present: unknown = Object.hasOwn(copy, key) ? Reflect.get(copy, key) : undefined;
	return withKey(copy, key, planted(present, rest, value));
}

/** How many rows each template meets: a new template costs n8n more than a row. */
const ROWS = 5;

/** A raw parameter value, and rows that have what it reads, or a beginning of the way there. */
const testCase = template.chain(({ raw, paths }) => {
	const plants = tuple(...paths.map(() => tuple(anyValue, constantFrom(1, 2, 3, 3, 3, 3))));
	const row = tuple(anyRow, plants).map(([base, values]) =>
		values.reduce<object>((json, [value, depth], index) => {
			return planted(json, paths[index]?.slice(0, depth) ?? [], value) as object;
		}, base),
	);
	return tuple(fc.constant(raw), array(row, { minLength: ROWS, maxLength: ROWS }));
});

/** The characters of the Basic Multilingual Plane that are allowed. */
const characters = (allowed: (character: string) => boolean): string[] =>
	Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(allowed);

const slices = (list: string[], size: number): string[][] =>
	Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
		list.slice(index * size, (index + 1) * size),
	);

describe.each([
	['vm', 4_000],
	['legacy', 1_000],
] as const)('A row read without the engine "%s"', (engine, cases) => {
	beforeAll(async () => await judge.start(engine));
	afterAll(async () => await judge.stop());

	test('gives what it gives, and that often', () => {
		const counts: Record<string, number> = {};
		const isProven = fc.property(testCase, ([raw, rows]) => {
			for (const value of proven(raw, rows)) {
				const kind = value === null ? 'null' : typeof value;
				counts[kind] = (counts[kind] ?? 0) + 1;
			}
		});
		fc.assert(isProven, { numRuns: cases / ROWS });
		const often = Object.entries(counts).filter(([, count]) => count > cases / 500);
		expect(often.map(([kind]) => kind).sort()).toEqual(
			'boolean null number string undefined'.split(' '),
		);
		expect(Object.values(counts).reduce((sum, count) => sum + count)).toBeGreaterThan(cases / 3);
	});

	test('takes every character of a key, of text and of white space as n8n does', () => {
		const keys = characters((c) => readTemplate(`={{ $json["${c}"] }}`) !== undefined);
		const texts = characters((character) => readTemplate(`=${character}`) !== undefined);
		expect(Math.min(keys.length, texts.length)).toBeGreaterThan(65_000);
		for (const key of slices(keys, 4000).map((some) => some.join('')))
			expect(proven(`={{ $json["${key}"] }}`, [{ [key]: 1 }])).toEqual([1]);
		for (const raw of slices(texts, 4000).map((some) => some.join(''))) {
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
			...[...EXOTIC, 'text', '', 1, true, null, undefined],
			...[{}, ['x', ['y']], { a: { b: 1 } }],
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
		expect([starts.length > 1000, parts.length > 30_000]).toEqual([true, true]);
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
