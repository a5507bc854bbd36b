import { runInNewContext } from 'node:vm';

import { describe, expect, test } from '@jest/globals';

import {
	ENGINE,
	fillTemplate,
	readTemplate,
} from '../../../nodes/SmsVoiceGateway/expressions/rowExpressions.ts';

const NONE = new Map<string, unknown>();

function fill(raw: string, json: object, shared: ReadonlyMap<string, unknown> = NONE): unknown {
	const template = readTemplate(raw);
	if (template === undefined) throw new Error(`not read: ${raw}`);
	return fillTemplate(template, json, shared);
}

describe('A raw parameter value', () => {
	const CONSTANTS = [0, 1.5, true, false, null, '', 'text', ' ={{ $json.a }}', '{{ $json.a }}'];
	test.each(CONSTANTS)('%j is a constant', (raw) => {
		expect(readTemplate(raw)).toEqual({ kind: 'constant', value: raw });
	});

	test.each([
		['={{ $json.a }}', ['a']],
		['={{$json.a}}', ['a']],
		['={{ $json["Phone Number"] }}', ['Phone Number']],
		["={{ $json['No.'] }}", ['No.']],
		['={{ $json.a.b[0]["c d"].e }}', ['a', 'b', 0, 'c d', 'e']],
		['={{ $json.نام }}', ['نام']],
		['={{ $json.شماره\u200cتلفن }}', ['شماره\u200cتلفن']],
		['={{ $json["Price (USD)"] }}', ['Price (USD)']],
		['={{ $json["it\'s"] }}', ["it's"]],
		['={{ $json["0"] }}', ['0']],
		['={{ $json.class }}', ['class']],
		['={{\n\t$json\n\t.a [ 0 ]\n}}', ['a', 0]],
	])('%j leads to a value', (raw, path) => {
		expect(readTemplate(raw)).toEqual({ kind: 'parts', parts: [{ path }], whole: true });
	});

	test('that is constant is its own value, and that of a row without a prototype is read', () => {
		expect(fillTemplate({ kind: 'constant', value: 5 }, {}, NONE)).toBe(5);
		const bare: unknown = Object.assign(Object.create(null) as object, { b: 'x' });
		expect(fill('={{ $json.a.b }}', { a: bare })).toBe('x');
	});

	test.each<[string, unknown[]]>([
		['={{ $json.a }} x', [{ path: ['a'] }, { text: ' x' }]],
		['={{ $json.a }}{{ $json.b }}', [{ path: ['a'] }, { path: ['b'] }]],
		['=x', [{ text: 'x' }]],
		[
			'=Hi {{ $json.name }}, order {{ $json["No."] }}',
			[{ text: 'Hi ' }, { path: ['name'] }, { text: ', order ' }, { path: ['No.'] }],
		],
		['=hello }}', [{ text: 'hello }}' }]],
		['=', []],
	])('%j joins texts and values', (raw, parts) => {
		expect(readTemplate(raw)).toEqual({ kind: 'parts', parts, whole: false });
	});

	test.each([
		["$('Rows').first().json.x", true],
		['$("Ann\'s sheet").last().json["a b"][0]', true],
		["$('Rows').first(0).json.x", false],
		["$('Rows').first().json", false],
		["$('Rows').item.json.x", false],
		["$('Rows').all()[0].json.x", false],
	])('%s is the same in every row: %s', (code, is) => {
		expect(readTemplate(`={{  ${code} }}`)).toEqual(
			is ? { kind: 'parts', parts: [{ shared: code }], whole: true } : undefined,
		);
	});

	test.each([
		...[undefined, {}, [], { value: '={{ $json.a }}' }],
		...['={{ $json }}', '={{ }}', '={{ $json.a', '={{ $json.ab', '=x {{ $json.ab}'],
		...['={{ $json.1a }}', '=a\\b {{ $json.a }}', '=a.constructor', '=a.  constructor'],
		...['={{ $json.a }} {{', '={{ $json.a; }}', '={{ $json.a + 1 }}', '={{ $json.a.trim() }}'],
		...['={{ $json?.a }}', '={{ $json.a /* b */ }}', '={{ ($json.a) }}', '={{ $json[`a`] }}'],
		...['={{ $json["a" + "b"] }}', '={{ $json["a}}b"] }}', '={{ $json["a\u2028"] }}'],
		...['={{ $json[00] }}', '={{ $json[-1] }}', '={{ $json[1.5] }}', '={{ $json["a\\"b"] }}'],
		...['={{ $json.𠀀 }}', '={{ $jsonx.a }}', '={{ $input.item.json.a }}', '={{ $json.$ }}'],
		...['={{ $node["Rows"].json.a }}', '={{ $json.constructor }}', '={{ $json["__proto__"] }}'],
		...['={{ $json["__proto__"].a }}', '={{ $json.a["prototype"] }}', '={{ $json.toString }}'],
		...['={{ $json.a["toString"].b }}', '={{ $json.caller }}', '={{ $json.globalThis }}'],
		...['=a. constructor', '=toString'],
	])('%j is for the engine', (raw) => {
		expect(readTemplate(raw)).toBeUndefined();
	});
});

describe('A row', () => {
	test.each(['x', '', 0, -0, 1e21, true, false, null, undefined])('gives %p as it is', (value) => {
		expect(fill('={{ $json.a.b[0] }}', { a: { b: [value] } })).toBe(value);
		expect(fill('=<{{ $json.a }}>', { a: value })).toBe(`<${String(value ?? '')}>`);
	});

	test.each([{}, { a: null }, { a: {} }, { a: { b: [] } }])('may lack the value: %j', (json) => {
		expect(fill('={{ $json.a.b[0] }}', json)).toBeUndefined();
		expect(fill('=-{{ $json.a.b[0] }}-', json)).toBe('--');
	});

	const ODD = [{}, [], new Date(0), 1n, NaN, Infinity, () => 1, Symbol('a')];
	test.each(ODD.map((one): [unknown] => [one]))('is for the engine where it holds %p', (value) => {
		expect(fill('={{ $json.a }}', { a: value })).toBe(ENGINE);
		expect(fill('=a {{ $json.a }}', { a: value })).toBe(ENGINE);
	});

	const WAYS = ['x', 1, ['x'], new Date(0), new Map([['length', 1]])];
	test.each(WAYS.map((one): [unknown] => [one]))(
		'is for the engine where the way leads through %p',
		(value) => expect(fill('={{ $json.a.length }}', { a: value })).toBe(ENGINE),
	);

	test('may come from another realm', () => {
		expect(fill('={{ $json.a.b }}', runInNewContext('({ a: { b: 1 } })') as object)).toBe(1);
	});

	test('takes what is the same in every row from the caller, or is for the engine', () => {
		const code = "$('Rows').first().json.x";
		expect(fill(`={{ ${code} }}`, {}, new Map([[code, 1]]))).toBe(1);
		expect(fill(`=a{{ ${code} }}{{ $json.b }}`, { b: 2 }, new Map([[code, 1]]))).toBe('a12');
		expect(fill(`={{ ${code} }}`, {}, new Map([[code, undefined]]))).toBeUndefined();
		expect(fill(`={{ ${code} }}`, {}, new Map([[code, {}]]))).toBe(ENGINE);
		expect(fill(`={{ ${code} }}`, {})).toBe(ENGINE);
	});
});
