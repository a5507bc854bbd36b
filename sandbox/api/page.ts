import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyPluginCallback, FastifyReply } from 'fastify';
import type { Asset } from './assets.ts';
import { PREFIX, assets, importMap } from './assets.ts';

const PAGE = new URL('../inbox/page.html', import.meta.url);

/** The page may load what the sandbox serves and ask the sandbox; nothing else, and no text becomes markup or code. */
const policy = (inlineScript: string): string =>
	[
		"default-src 'none'",
		`script-src 'self' 'sha256-${createHash('sha256').update(inlineScript).digest('base64')}'`,
		"style-src 'self'",
		"img-src 'self'",
		"connect-src 'self'",
		"manifest-src 'none'",
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
		"require-trusted-types-for 'script'",
		"trusted-types 'none'",
	].join('; ');

const HEADERS = {
	'x-content-type-options': 'nosniff',
	'referrer-policy': 'no-referrer',
	'cross-origin-resource-policy': 'same-origin',
	'cache-control': 'no-cache',
};

async function sendPage(reply: FastifyReply): Promise<FastifyReply> {
	const map = JSON.stringify({ imports: importMap() });
	const page = (await readFile(PAGE, 'utf8')).replace('{{importMap}}', () => map);
	// With the white space around it: the hash is of everything between the tags.
	const inline = /<script type="importmap">(.*?)<\/script>/s.exec(page)?.[1] ?? '';
	return reply
		.headers({ ...HEADERS, 'content-security-policy': policy(inline) })
		.type('text/html; charset=utf-8')
		.send(page);
}

async function sendAsset(reply: FastifyReply, { type, read }: Asset): Promise<FastifyReply> {
	return reply
		.headers(HEADERS)
		.type(type)
		.send(await read());
}

/** The page at `/`, and what it is made of. */
export const pageRoutes: FastifyPluginCallback = (app, _options, done) => {
	// HEAD stays what it was: a request to a path the service does not have.
	app.get('/', { exposeHeadRoute: false }, (_request, reply) => sendPage(reply));
	for (const [name, asset] of assets())
		app.get(`${PREFIX}/${name}`, (_request, reply) => sendAsset(reply, asset));
	done();
};
