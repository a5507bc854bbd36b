// Loaded by n8n's own process before n8n is (see settings.ts): keeps where Node found each of n8n's modules. To look for
// all of them takes a tenth of the processor time of a start, and what is installed there stays as it is. Plain
// JavaScript, as Node would take longer to read TypeScript than this saves.
const { readFileSync, renameSync, writeFileSync } = require('node:fs');
const { registerHooks } = require('node:module');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

const folder = process.env.MODULE_PATHS_OF;
const file = join(folder, '.module-paths.json');
const root = `${pathToFileURL(folder)}/`;

/** By the conditions, the folder of who asks and what it asks for: the place below the root. */
let known = {};
try {
	known = JSON.parse(readFileSync(file, 'utf8'));
} catch {
	// The first start; the file is only ever replaced as a whole.
}
let isNews = false;

registerHooks({
	resolve(specifier, context, next) {
		const { parentURL, conditions } = context;
		if (!parentURL?.startsWith(root) || specifier.startsWith('node:'))
			return next(specifier, context);
		const asking = parentURL.slice(root.length, parentURL.lastIndexOf('/'));
		const key = `${conditions} ${asking} ${specifier}`;
		if (Object.hasOwn(known, key)) return { url: root + known[key], shortCircuit: true };
		const found = next(specifier, context);
		// Of others (of n8n's packages, of Node's own) more would have to be kept than the place.
		if (found.url.startsWith(root) && found.format === undefined) {
			known[key] = found.url.slice(root.length);
			isNews = true;
		}
		return found;
	},
});

process.on('exit', () => {
	if (!isNews) return;
	try {
		writeFileSync(`${file}.${process.pid}`, JSON.stringify(known));
		renameSync(`${file}.${process.pid}`, file);
	} catch {
		// The next start looks for them again.
	}
});
