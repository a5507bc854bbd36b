import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the page's files are served. */
export const PREFIX = '/_sandbox/inbox/assets';

export interface Asset {
	type: string;
	read(): Promise<string>;
}

const SANDBOX = fileURLToPath(new URL('..', import.meta.url));
const MODULES = join(SANDBOX, '..', 'node_modules');
const SCRIPT = 'text/javascript; charset=utf-8';

/** The libraries, by the name that the page's files import: the folder in node_modules, and the file. */
const LIBRARIES: Record<string, [folder: string, file: string]> = {
	preact: ['preact/dist', 'preact.mjs'],
	'preact/hooks': ['preact/hooks/dist', 'hooks.mjs'],
	htm: ['htm/dist', 'htm.module.js'],
	'@preact/signals': ['@preact/signals/dist', 'signals.module.js'],
	'@preact/signals-core': ['@preact/signals-core/dist', 'signals-core.module.js'],
	'@tanstack/virtual-core': ['@tanstack/virtual-core/dist/esm', 'index.js'],
	uplot: ['uplot/dist', 'uPlot.esm.js'],
};

const STYLES = { 'lib/uplot.css': join(MODULES, 'uplot/dist/uPlot.min.css') };

/** Which address stands for which name. */
export const importMap = (): Record<string, string> =>
	Object.fromEntries(
		Object.entries(LIBRARIES).map(([name, [folder, file]]) => [
			name,
			`${PREFIX}/lib/${folder}/${file}`,
		]),
	);

/** Reads once: neither the page nor its libraries change while the sandbox runs. */
function once(read: () => Promise<string>): () => Promise<string> {
	let text: Promise<string> | undefined;
	return () => (text ??= read());
}

/** TypeScript without its types. Node's own way to do it warns that it is an experiment (24.21). */
async function stripped(file: string): Promise<string> {
	// Loaded where it is needed: most sandboxes are never looked at.
	const { transform } = await import('@swc/core');
	const { code } = await transform(await readFile(file, 'utf8'), {
		configFile: false,
		swcrc: false,
		jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
		module: { type: 'es6' },
	});
	return code;
}

/** A library as it is, but for the one question that it puts to a bundler, which there is none of: @tanstack/virtual-core does. */
const library = async (file: string): Promise<string> =>
	(await readFile(file, 'utf8')).replaceAll('process.env.NODE_ENV', '"production"');

const script = (file: string): Asset => ({
	type: SCRIPT,
	read: once(() => (file.endsWith('.ts') ? stripped(file) : library(file))),
});

const style = (file: string): Asset => ({
	type: 'text/css; charset=utf-8',
	read: once(() => readFile(file, 'utf8')),
});

const icon = (file: string): Asset => ({
	type: 'image/svg+xml',
	read: once(() => readFile(file, 'utf8')),
});

/** The files of the page itself. Those below `page/` import `../delivery/progress.ts`, as they do on the disk. */
function ownFiles(): Array<[string, Asset]> {
	const folder = join(SANDBOX, 'inbox');
	const files = readdirSync(folder).map((name): [string, Asset][] => {
		const file = join(folder, name);
		if (name.endsWith('.ts')) return [[`page/${name}`, script(file)]];
		if (name.endsWith('.css')) return [[`page/${name}`, style(file)]];
		return name.endsWith('.svg') ? [[`page/${name}`, icon(file)]] : [];
	});
	const shared = join(SANDBOX, 'delivery', 'progress.ts');
	return [...files.flat(), ['delivery/progress.ts', script(shared)]];
}

/** A library's files lie beside each other, and import each other by relative paths. */
const libraryFiles = (): Array<[string, Asset]> =>
	Object.values(LIBRARIES).flatMap(([folder]) =>
		readdirSync(join(MODULES, folder))
			.filter((name) => /\.m?js$/.test(name))
			.map((name): [string, Asset] => [
				`lib/${folder}/${name}`,
				script(join(MODULES, folder, name)),
			]),
	);

/** Everything the page loads, by its path below the prefix. Nothing else is served. */
export const assets = (): Map<string, Asset> =>
	new Map([
		...ownFiles(),
		...libraryFiles(),
		...Object.entries(STYLES).map(([name, file]): [string, Asset] => [name, style(file)]),
	]);
