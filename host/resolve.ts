import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { manifestOf, missingFrom, nearestTo, sheetFrom, type Manifest } from './manifest.ts';
import { npm } from './npm.ts';
import type { Say } from './progress.ts';

/** More than these, and what comes out is no longer the n8n that was asked for. */
const MOST_OVERRIDES = 20;

/** What is installed instead of SheetJS from its makers' site; n8n itself did so later. */
const SHEET = '@e965/xlsx';

/**
 * Writes manifest and lock for a version of n8n into a folder. Where a dependency is not to be had in the version that
 * is wanted, the nearest one takes its place.
 */
export async function resolveInto(folder: string, version: string, say: Say): Promise<void> {
	const manifest = manifestOf(version);
	for (;;) {
		await writeFile(join(folder, 'package.json'), JSON.stringify(manifest, null, 1));
		const words = await tryToLock(folder);
		if (words === undefined) return;
		const [key, replacement] = await overrideFor(words, version, folder);
		if (Object.keys(manifest.overrides).length >= MOST_OVERRIDES || key in manifest.overrides)
			throw cannot(version, words);
		say(`  … ${key} is not to be had; ${replacement} takes its place`);
		manifest.overrides[key] = replacement;
	}
}

/** Undefined where it went well, else npm's words. */
async function tryToLock(folder: string): Promise<string | undefined> {
	const flags = [
		'--package-lock-only',
		'--ignore-scripts',
		'--omit=dev',
		'--no-audit',
		'--no-fund',
	];
	// Where the packages came from is no business of a lock that is to serve every machine.
	const lock = ['--omit-lockfile-registry-resolved', '--prefer-offline'];
	const quick = ['--fetch-retries=1', '--loglevel=error'];
	return await npm(['install', ...flags, ...lock, ...quick], folder).then(
		() => undefined,
		(error: unknown) => String(error),
	);
}

async function overrideFor(
	words: string,
	version: string,
	folder: string,
): Promise<[keyof Manifest['overrides'], string]> {
	const sheet = sheetFrom(words);
	if (sheet !== undefined) return ['xlsx', `npm:${SHEET}@${sheet}`];
	const missing = missingFrom(words);
	if (missing === undefined) throw cannot(version, words);
	const { name, wanted } = missing;
	if (name === 'n8n') throw new Error(`There is no n8n ${version} to be had.`);
	const replacement = nearestTo(wanted, await versionsOf(name, folder));
	if (replacement === undefined) throw cannot(version, words);
	return [`${name}@${wanted}`, replacement];
}

async function versionsOf(name: string, folder: string): Promise<string[]> {
	const { stdout } = await npm(['view', name, 'versions', '--json'], folder);
	const versions = JSON.parse(stdout) as string | string[];
	return Array.isArray(versions) ? versions : [versions];
}

const cannot = (version: string, words: string): Error =>
	new Error(`n8n ${version} cannot be installed here:\n${words}`);
