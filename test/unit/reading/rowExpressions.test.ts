import {
	ENGINE,
	piecesOf,
	valueOf,
} from '../../../nodes/SmsVoiceGateway/reading/rowExpressions.ts';

const SHARED = "$('Rows').first().json.x";

test.each([
	['=', []],
	['=x', ['x']],
	['=hello }}', ['hello }}']],
	['={{ $json.a }} x', [['a'], ' x']],
	['={{$json.a}}{{ $json.b }}', [['a'], ['b']]],
	['=Hi {{ $json.name }}, no. {{ $json["No."] }}', ['Hi ', ['name'], ', no. ', ['No.']]],
	['={{\n\t$json\n\t.a [ "c d" ] [\'e\']\n}}', [['a', 'c d', 'e']]],
	['={{ $json.شماره\u200cتلفن }}', [['شماره\u200cتلفن']]],
	['={{ $json["it\'s"][""] }}', [["it's", '']]],
	[`={{ ${SHARED} }}`, ['shared']],
	['={{ $("Ann\'s sheet").first().json["a b"] }}', ['shared']],
	...[
		'$json a[0] $json?.a $json.a.trim() $jsonx.a ($json.a) $json[`a`] $input.item.json.a 1+1'.split(
			' ',
		),
		[
			'$json.toString',
			'$json.a.valueOf.b',
			'$json["a\\"b"]',
			'$json["a\\\\b"]',
			'$json["a\u2028"]',
			'',
		],
		["$('Rows').item.json.x", "$('Rows').last().json.x", "$('Rows').first().json"],
	].flatMap((codes) => codes.map((code): [string, unknown[]] => [`={{ ${code} }}`, [undefined]])),
])('%j is taken apart, and tells what it reads', (raw, pieces) => {
	const told = piecesOf(raw)?.map((piece) => {
		if ('text' in piece) return piece.text;
		return piece.reads === 'shared' ? 'shared' : piece.reads;
	});
	expect(told).toEqual(pieces);
});

test.each([undefined, 7, {}, 'x', '{{ $json.a }}', '={{ $json.a', '=\\{{ $json.a }}', '=a \\}}'])(
	'%j is for the engine',
	(raw) => {
		expect(piecesOf(raw)).toBeUndefined();
	},
);

/** What one expression alone gives for an item. */
function filled(raw: string, json: object): unknown {
	const [piece] = piecesOf(raw) ?? [];
	return piece && 'code' in piece ? valueOf(piece, json, 0, () => 1) : piece;
}

type Read = [value: unknown, given?: unknown];
test.each([
	...['x', '', 0, -0, 1e21, true, false, null, undefined].map((value): Read => [value]),
	...[{}, [], new Date(0), 1n, NaN, Infinity, () => 1, Symbol('a')].map((value): Read => [
		value,
		ENGINE,
	]),
])('A value %p of the row', (value, given = value) => {
	expect(filled('={{ $json.a.b }}', { a: { b: value } })).toBe(given);
});

test.each([{}, { a: null }, { a: {} }, { a: Object.create(null) }])('%j lacks it', (json) => {
	expect(filled('={{ $json.a.b }}', json)).toBeUndefined();
});

test.each([{ a: 'x' }, { a: [1] }, { a: new Date(0) }])('%j is for the engine', (json) => {
	expect(filled('={{ $json.a.b }}', json)).toBe(ENGINE);
});

test('An expression that reads more is for the engine', () => {
	expect(filled('={{ 1 + 1 }}', {})).toBe(ENGINE);
	expect(filled(`={{ ${SHARED} }}`, {})).toBe(1);
});
