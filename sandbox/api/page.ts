import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { FastifyPluginCallback, FastifyReply } from 'fastify';

/** Where the page's files are served. */
const PREFIX = '/_sandbox/inbox/page';
const FOLDER = new URL('../inbox/', import.meta.url);
const MODULES = new URL('../../node_modules/', import.meta.url);

const TYPES: Record<string, string> = {
	'.ts': 'text/javascript; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.mjs': 'text/javascript; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.svg': 'image/svg+xml',
};

/** The libraries, by the name that the page's files import. */
const LIBRARIES: Record<string, string> = {
	preact: 'preact/dist/preact.mjs',
	'preact/hooks': 'preact/hooks/dist/hooks.mjs',
	htm: 'htm/dist/htm.module.js',
};

const IMPORT_MAP = JSON.stringify({
	imports: Object.fromEntries(
		Object.keys(LIBRARIES).map((name) => [name, `${PREFIX}/lib/${name}.js`]),
	),
});

/** The page may load what the sandbox serves and ask the sandbox; nothing else, and no text becomes markup or code. */
const policy = (inline: string): string =>
	`default-src 'none'; script-src 'self' 'sha256-${createHash('sha256').update(inline).digest('base64')}'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`;

const HEADERS = {
	'x-content-type-options': 'nosniff',
	'referrer-policy': 'no-referrer',
	'cross-origin-resource-policy': 'same-origin',
	'cache-control': 'no-cache',
};

/** A file as a browser takes it: TypeScript without its types. Node's own way to do it warns that it is an experiment (24.21). */
async function readAsset(file: URL): Promise<string> {
	const text = await readFile(file, 'utf8');
	if (!file.pathname.endsWith('.ts')) return text;
	// Loaded where it is needed: most sandboxes are never looked at.
	const { transform } = await import('@swc/core');
	const { code } = await transform(text, {
		configFile: false,
		swcrc: false,
		jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
		module: { type: 'es6' },
	});
	return code;
}

async function sendPage(reply: FastifyReply): Promise<FastifyReply> {
	const text = await readFile(new URL('page.html', FOLDER), 'utf8');
	const page = text.replace('{{importMap}}', () => IMPORT_MAP);
	// With the white space around it: the hash is of everything between the tags.
	const inline = /<script type="importmap">(.*?)<\/script>/s.exec(page)?.[1] ?? '';
	return reply
		.headers({ ...HEADERS, 'content-security-policy': policy(inline) })
		.type('text/html; charset=utf-8')
		.send(page);
}

/** The page at `/`, and what it is made of. Nothing else is served. */
export const pageRoutes: FastifyPluginCallback = (app, _options, done) => {
	const serve = (name: string, file: URL) =>
		app.get(`${PREFIX}/${name}`, async (_request, reply) =>
			reply
				.headers(HEADERS)
				.type(TYPES[extname(file.pathname)] ?? 'text/plain')
				.send(await readAsset(file)),
		);
	// HEAD stays what it was: a request to a path the service does not have.
	app.get('/', { exposeHeadRoute: false }, (_request, reply) => sendPage(reply));
	for (const name of readdirSync(FOLDER))
		if (TYPES[extname(name)] !== undefined) serve(name, new URL(name, FOLDER));
	for (const [name, file] of Object.entries(LIBRARIES))
		serve(`lib/${name}.js`, new URL(file, MODULES));
	done();
};
