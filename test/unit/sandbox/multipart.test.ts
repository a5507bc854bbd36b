import { describe, expect, test } from '@jest/globals';
import {
	MultipartProblem,
	boundaryOf,
	parseMultipart,
} from '../../../sandbox/request/multipart.ts';

const part = (headers: string, value: string) => `--b\r\n${headers}\r\n\r\n${value}\r\n`;
const named = (name: string, value: string) =>
	part(`Content-Disposition: form-data; name="${name}"`, value);

const parse = (body: string) => parseMultipart(Buffer.from(body), 'b');

describe('a multipart body', () => {
	test.each([
		['multipart/form-data; boundary=abc', 'abc'],
		['multipart/form-data; charset=utf-8; boundary="a b:c"', 'a b:c'],
		['multipart/form-data;boundary=--x', '--x'],
		['multipart/form-data', undefined],
	])('has its boundary read from %j', (contentType, boundary) => {
		expect(boundaryOf(contentType)).toBe(boundary);
	});

	test('may have text before its first part and after its last', async () => {
		expect(await parse(`hi\r\n${named('a', '1')}--b--\r\nbye`)).toEqual({ a: '1' });
	});

	test('may have no parts, empty values and values of several lines', async () => {
		expect(await parse('--b--')).toEqual({});
		expect(await parse(`${named('a', '')}${named('c', '\r\n\r\nx\n')}--b--`)).toEqual({
			a: '',
			c: '\r\n\r\nx\n',
		});
	});

	test('may name its parts without quotes, with escapes, and after other parameters', async () => {
		const body =
			part('content-disposition: form-data; name=a', '1') +
			named('x%22y', '2') +
			part(
				'Content-Type: text/plain; charset=UTF-8\r\nContent-Disposition: form-data; x=y; name="c"',
				'3',
			);
		expect(await parse(`${body}--b--`)).toEqual({ a: '1', 'x"y': '2', c: '3' });
	});

	test('may name its parts in Persian, and hold what looks like its boundary', async () => {
		expect(await parse(`${named('نام', 'x--b\r\n-b\r\n--')}--b--\r\n`)).toEqual({
			نام: 'x--b\r\n-b\r\n--',
		});
	});

	test.each([
		['no closing boundary', named('a', '1')],
		['no boundary at all', 'a=1'],
		['a body that ends in a part', `--b\r\nContent-Disposition: form-data; name="a"`],
		['more after the closing boundary in its line', `${named('a', '1')}--b--x`],
		['more after a boundary in its line', `--bx${named('a', '1').slice(3)}--b--`],
		['an empty body', ''],
		['a part without headers', '--b\r\nx\r\n--b--'],
		['a part without a name', `${part('Content-Disposition: form-data', '1')}--b--`],
		[
			'a part that is no form data',
			`${part('Content-Disposition: attachment; name="a"', '1')}--b--`,
		],
		['a file', `${part('Content-Disposition: form-data; name="a"; filename="x"', '1')}--b--`],
		['a field twice', `${named('a', '1')}${named('a', '1')}--b--`],
		[
			'a base64 part',
			`${part('Content-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64', 'MQ==')}--b--`,
		],
		[
			'a part in another character set',
			`${part('Content-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=utf-16', '1')}--b--`,
		],
	])('is refused with %s', async (_case, body) => {
		await expect(parse(body)).rejects.toThrow(MultipartProblem);
	});
});
