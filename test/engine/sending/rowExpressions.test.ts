import fc from 'fast-check';
import { DateTime } from 'luxon';

import { runsOf } from '../../unit/fuzz.ts';
import { Judge, NODES } from './judge.ts';

const judge = new Judge();

/** Keys as JSON and spreadsheets have them. */
const KEYS = [
	'a',
	'b',
	'No.',
	'Phone Number',
	'c d',
	'Price (USD)',
	'a.first(',
	'$if (',
	'x-y',
	'{{',
	'',
	'نام',
	'شماره\u200cتلفن',
	'姓名',
	'0',
	'1',
	'00',
	'class',
	'this',
	'length',
	'\ud800',
	'😀',
];

/** Keys that the engine refuses, finds elsewhere or takes for something else. */
const HARD_KEYS = [
	'$',
	'globalThis',
	'caller',
	'constructor',
	'prototype',
	'toString',
	'valueOf',
	'__proto__',
	'x"y',
	"it's",
	'}}',
	'\\',
	'\t',
	'\n',
	'\u2028',
];

class Contact {
	a = 'x';
}

/** What no spreadsheet holds, but an item may. */
const EXOTIC: unknown[] = [
	new Date(0),
	new Date(NaN),
	DateTime.fromMillis(0),
	DateTime.invalid('x'),
	1n,
	() => 1,
	new Map([['a', 1]]),
	new Set(['a']),
	new Contact(),
	Buffer.from('a'),
	/a/,
	Object.assign(['x'], { a: 1 }),
	Object.assign(new Date(0), { a: 1 }),
	Array(2),
	Object.create(null, { a: { value: 'x' } }),
	Object.create({ a: 'x' }),
	new Error('x'),
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
function withKey<T extends object>(holder: T, key: string, value: unknown): T {
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
	paths: string[][];
}

const space = mostly(
	constantFrom('', '', '', ' '),
	constantFrom('\n', '\r\n', '\t', '\u00a0', '\ufeff'),
);
const NAMES = 'a b a b _x1 $y نام شماره\u200cتلفن 姓名 class length'.split(' ');
type Step = { code: string; key: string };
const dotted = tuple(space, space, mostly(constantFrom(...NAMES), anyKey)).map(
	([before, after, key]): Step => ({ code: `${before}.${after}${key}`, key }),
);
const quoted = tuple(constantFrom('"', "'"), space, anyKey).map(([quote, around, key]): Step => ({
	code: `[${around}${quote}${key}${quote}${around}]`,
	key,
}));
const path = array(oneof(dotted, dotted, quoted), { minLength: 1, maxLength: 3 }).map((steps) => ({
	code: steps.map(({ code }) => code).join(''),
	keys: steps.map(({ key }) => key),
}));

const ofRow = path.map(({ code, keys }): Source => ({ code: `$json${code}`, paths: [keys] }));
const EARLIER_PATHS = [
	'.list[0]["c d"]',
	'["c d"]',
	...'.a .n .none .deep.a .at .x .x.y'.split(' '),
];
const ofNode = tuple(
	constantFrom(...NODES, 'Lost'),
	constantFrom('first', 'first', 'first', 'last'),
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
function planted(holder: unknown, keys: string[], value: unknown): unknown {
	const [key, ...rest] = keys;
	if (key === undefined) return value;
	const isPlain = holder instanceof Object && Object.getPrototypeOf(holder) === Object.prototype;
	const copy = isPlain ? { ...holder } : {};
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

describe.each([
	['vm', 1_000],
	['legacy', 500],
] as const)('A row read without the engine "%s"', (engine, cases) => {
	beforeAll(async () => await judge.start(engine));
	afterAll(async () => await judge.stop());

	test('gives what it gives, and that often', () => {
		const counts: Record<string, number> = {};
		const isProven = fc.property(testCase, ([raw, rows]) => {
			for (const value of judge.read(raw, rows)) {
				const kind = value === null ? 'null' : typeof value;
				counts[kind] = (counts[kind] ?? 0) + 1;
			}
		});
		const settings = runsOf(cases / ROWS);
		fc.assert(isProven, settings);
		const runs = Math.min(settings.numRuns ?? 0, cases / ROWS);
		// Of a few runs nobody can say how many are read so, and which kinds come.
		if (runs < cases / ROWS) return;
		expect(Object.values(counts).reduce((sum, count) => sum + count)).toBeGreaterThan(runs);
		expect(Object.keys(counts).sort()).toEqual('boolean null number string undefined'.split(' '));
	});

	test('takes every character of a key, of text and of white space as n8n does', () => {
		const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
		const twice = (row: object) => [row, row];
		for (let from = 0; from < all.length; from += 512) {
			const some = all.slice(from, from + 512);
			const key = some.filter((one) => !/["\\\p{Cc}\u2028\u2029]/u.test(one)).join('');
			if (key !== '')
				expect(judge.read(`={{ $json["${key}"] }}`, twice({ [key]: 1 }))).toEqual([1, 1]);
			const raw = some.join('').replace('\\', '');
			expect(judge.read(`=${raw}`, [{}, {}])).toEqual([raw, raw]);
			expect(judge.read('={{ $json.a }}.', twice({ a: raw }))).toEqual([`${raw}.`, `${raw}.`]);
		}
		for (const c of all.filter((one) => /\s/.test(one))) {
			const raw = `={{${c}$json${c}.${c}a${c}[${c}"b"${c}]${c}}}`;
			expect(judge.read(raw, twice({ a: { b: 1 } }))).toEqual([1, 1]);
		}
	});
});
