import { expect, test } from '@jest/globals';

import type { Json } from '../../../nodes/SmsVoiceGateway/values/json.ts';
import { extractJson } from '../../../nodes/SmsVoiceGateway/response/extractJson.ts';

const extract = (body: string, contentType = 'text/plain') =>
	extractJson({ body, contentType, httpStatus: 200, end: 'complete' });

const inStrings = (value: Json, count: number): string =>
	count === 0 ? JSON.stringify(value) : JSON.stringify(inStrings(value, count - 1));

const NOTICE = '<b>Notice</b>: Undefined index in a.php on line <b>31</b>';

test.each<[body: string, value: Json]>([
	['{"a":1}', { a: 1 }],
	['\ufeff\ufeff5', 5],
	['{"a":"\ufeff"}', { a: '\ufeff' }],
	['"OK"', 'OK'],
	[inStrings({ a: 1 }, 4), { a: 1 }],
	[inStrings({ a: 1 }, 5), '{"a":1}'],
	[JSON.stringify(' {"a":1}'), { a: 1 }],
	[JSON.stringify('\ufeff\ufeff{"a":1}'), { a: 1 }],
	[JSON.stringify('{broken'), '{broken'],
	[JSON.stringify('5'), '5'],
	[JSON.stringify('x {"a":1}'), 'x {"a":1}'],
	['{"d":{"a":1}}', { a: 1 }],
	['{"d":"{\\"a\\":1}"}', { a: 1 }],
	['{"d":5}', 5],
	['{"d":{"a":1},"e":2}', { d: { a: 1 }, e: 2 }],
	['{"e":{"a":1}}', { e: { a: 1 } }],
	// In an ASMX element.
	['<string xmlns="x">{"a":1}</string>', { a: 1 }],
	['<?xml version="1.0"?>\n<string>\n OK 5 \n</string>\n', 'OK 5'],
	['<string>{&quot;a&quot;:&quot;&lt;&amp;&gt;&apos;&quot;}</string>', { a: "<&>'" }],
	['<string>\ufeff{"a":1}</string>', { a: 1 }],
	['<int>-3</int>', -3],
	['<boolean>true</boolean>', true],
	// Behind, and before, notices of PHP.
	[`${NOTICE}\n{"a":1}`, { a: 1 }],
	[`<br />\n${NOTICE}<br />\n[1]`, [1]],
	[`<br>${NOTICE}<br/>{"a":[1]}`, { a: [1] }],
	[`{"a":1}\n${NOTICE}`, { a: 1 }],
	[`[1]\n${NOTICE}`, [1]],
	[`PHP Warning:  x in [a] on line 5\n  ${NOTICE}\n{"a":1}`, { a: 1 }],
	[`${NOTICE}\n${'Notice: { on line 1\n'.repeat(7)}{"b":1}`, { b: 1 }],
])('%j holds the JSON %j', (body, value) => {
	expect(extract(body)).toEqual({ kind: 'json', value });
	expect(extract(body, 'text/html')).toEqual({ kind: 'json', value });
});

test.each([
	'"a {} b',
	' "a {} b',
	'[abc',
	' {abc',
	'{"a":[1,2],"b',
	'{"a":1}{"b":2}',
	'{"a":1} [[2]]',
	'{"a":1} bye',
])('%j has broken off, or can not be read', (body) => {
	expect(extract(body)).toEqual({ kind: 'brokenOff', value: body });
});

test.each([
	'',
	' ',
	'OK',
	'say "x"',
	'OK {"id":5}',
	'OK {"id":5} bye',
	'x {"a":1',
	'a <b> {"id":5}',
	'Notice: x on line 31 and {"a":1}',
	`${'Notice: { on line 1\n'.repeat(8)}{"b":1}`,
	`warning: x\n{"a":1}`,
	`on line 3: {"a":1}`,
	'Fatal error: x on line 3 {"a":1}',
	`Notice: x on line 3\nand more\n{"a":1}`,
	`x${'{'.repeat(8)}{"b":1}`,
])('%j is a text', (body) => {
	expect(extract(body)).toEqual({ kind: 'text', value: body });
});

test.each([
	['<p>Denied</p>', 'text/plain'],
	[' <p>Denied</p>', 'text/plain'],
	['Sorry <!DOCTYPE html>', 'text/plain'],
	['Sorry <html>', 'text/plain'],
	['Sorry <script>x</script> {"a":1}', 'text/plain'],
	['x', 'text/html'],
	[`${NOTICE} <p>x</p>`, 'text/html'],
	['<string>a<b></b></string>', 'text/xml'],
	['<strings>5</strings>', 'text/xml'],
])('%j is a page (%s)', (body, contentType) => {
	expect(extract(body, contentType)).toEqual({ kind: 'webPage', value: body });
});

test.each(['', ' '])('nothing, %j, is no page, whatever it calls itself', (body) => {
	expect(extract(body, 'text/html').kind).toBe('text');
});
