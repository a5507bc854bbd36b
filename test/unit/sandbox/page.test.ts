import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { PATHS, SMS, call, postJson, useSandbox, type Request } from './client.ts';

const sandbox = useSandbox();
const get = (path: string, init: Request = {}) => call(sandbox().url + path, init);

/** Every address that the page and its scripts name, directly or through the import map. */
async function everything(): Promise<Map<string, string>> {
	const { text } = await get('/');
	const map = JSON.parse(/<script type="importmap">(.*?)<\/script>/s.exec(text)?.[1] ?? '') as {
		imports: Record<string, string>;
	};
	const found = new Map<string, string>();
	const queue = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path);
	while (queue.length > 0) {
		const path = queue.pop() ?? '';
		if (found.has(path)) continue;
		const { status, text: code } = await get(path);
		expect([path, status]).toEqual([path, 200]);
		found.set(path, code);
		if (!/\.m?[jt]s$/.test(path)) continue;
		for (const [, name = ''] of code.matchAll(/(?:\bfrom|\bimport)\s*["']([\w@./-]+)["']/g)) {
			const mapped = map.imports[name];
			queue.push(mapped ?? new URL(name, `http://x${path}`).pathname);
		}
	}
	return found;
}

describe('the page', () => {
	test('is at /, may load from the sandbox alone, and makes no markup of texts', async () => {
		const { status, text, headers } = await get('/');
		expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
		const policy = headers.get('content-security-policy') ?? '';
		for (const part of ["default-src 'none'", "connect-src 'self'", "frame-ancestors 'none'"])
			expect(policy.split('; ')).toContain(part);
		expect(policy).toContain("require-trusted-types-for 'script'");
		expect(policy).not.toMatch(/unsafe|\*|https?:/);
		const inline = [...text.matchAll(/<script(?![^>]*\bsrc=)[^>]*>(.*?)<\/script>/gs)];
		for (const [, code = ''] of inline)
			expect(policy).toContain(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
		expect(inline).toHaveLength(1);
		expect(text).not.toMatch(/\son\w+=|\sstyle=|https?:\/\//);
	});

	test('needs nothing but the sandbox: every script and style it names is there, and free of types', async () => {
		const files = await everything();
		const names = [...files.keys()];
		expect(names.filter((path) => path.includes('/page/')).length).toBeGreaterThan(10);
		for (const library of ['preact', 'htm', 'signals', 'virtual-core', 'uplot'])
			expect(names.some((path) => path.includes(`/lib/`) && path.includes(library))).toBe(true);
		expect(names.filter((path) => path.endsWith('/delivery/progress.ts'))).toHaveLength(1);
		for (const [path, code] of files)
			if (path.includes('/page/'))
				expect(code).not.toMatch(/innerHTML|\binterface \w+ \{|\beval\(/);
	});

	test('never holds the login', async () => {
		await postJson(sandbox().url + PATHS.send, SMS);
		for (const [, code] of await everything()) expect(code).not.toContain('demo-password');
		expect((await get('/')).text).not.toContain('demo-password');
	});

	test('is no request to the service, and nothing else at / is changed', async () => {
		await everything();
		expect(sandbox().requests()).toEqual([]);
		for (const method of ['POST', 'PUT', 'DELETE', 'HEAD'])
			expect([method, (await get('/', { method })).status]).toEqual([method, 404]);
		expect((await get('/index.html')).status).toBe(404);
		expect(sandbox().requests()).toHaveLength(5);
	});

	test.each([
		'/page/nowhere.ts',
		'/../state.ts',
		'/page/..%2f..%2fstate.ts',
		'/lib/preact/package.json',
		'',
	])('serves nothing at %j', async (path) => {
		expect((await get(`/_sandbox/inbox/assets${path}`)).status).toBe(404);
	});
});

describe('a page from elsewhere', () => {
	test.each(['cross-site', 'same-site'])('can change nothing (%s)', async (site) => {
		const headers = { 'sec-fetch-site': site };
		for (const [method, path] of [
			['PUT', '/account'],
			['PUT', '/faults'],
			['POST', '/reset'],
			['POST', '/inbox/clear'],
		]) {
			const { status } = await get(`/_sandbox${path}`, { method, headers, body: '{"credit":1}' });
			expect(status).toBe(403);
		}
		expect(sandbox().requests()).toEqual([]);
		// A browser's sends to the service are not the sandbox's business.
		const sent = await call(sandbox().url + PATHS.send, {
			method: 'POST',
			headers: { ...headers, 'content-type': 'application/json' },
			body: JSON.stringify(SMS),
		});
		expect(sent.status).toBe(200);
	});

	test('the inbox itself can', async () => {
		const headers = { 'sec-fetch-site': 'same-origin' };
		const put = { method: 'PUT', headers, body: '{"credit":1}' };
		expect((await get('/_sandbox/account', put)).status).toBe(200);
	});
});
