import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Names the n8n to work with: a version, `newest` or `oldest`. `npm run test:e2e -- --n8n …` sets it. */
export const VERSION_VARIABLE = 'N8N_HOST_VERSION';

const VERSION = /^\d+\.\d+\.\d+(-[0-9a-z.-]+)?$/i;

/** The folder of the tested versions' manifests and locks: a folder for each, named by the version. */
const versionsFolder = (): string => resolve('host/n8n');

/** Where a version's manifest and lock are, if it is a tested one. */
export const manifestFolder = (version: string): string => join(versionsFolder(), version);

/** The versions that are tested and whose locks are kept here, oldest first. */
export function testedVersions(): string[] {
	return readdirSync(versionsFolder())
		.filter((name) => VERSION.test(name))
		.sort(compareVersions);
}

/** The version of n8n to work with: what the environment says, else the newest tested one. */
export function chosenVersion(environment: NodeJS.ProcessEnv = process.env): string {
	return readVersion(environment[VERSION_VARIABLE] || 'newest', testedVersions());
}

/** Reads a version, or `newest` or `oldest` of the tested ones. Throws where it is none of these. */
export function readVersion(text: string, tested: string[]): string {
	if (VERSION.test(text)) return text;
	const found = text === 'newest' ? tested.at(-1) : text === 'oldest' ? tested[0] : undefined;
	if (found !== undefined) return found;
	throw new Error(
		`"${text}" is not a version of n8n. Write it in full, such as 2.40.7, or as newest or oldest (tested: ${tested.join(', ')}).`,
	);
}

/** Orders versions, for `sort`: by their three numbers; a pre-release comes before its release. */
export function compareVersions(one: string, other: string): number {
	const [mine, theirs] = [partsOf(one), partsOf(other)];
	for (let index = 0; index < 3; index++) {
		const difference = (mine.numbers[index] ?? 0) - (theirs.numbers[index] ?? 0);
		if (difference !== 0) return difference;
	}
	if (mine.label === theirs.label) return 0;
	if (mine.label === '' || theirs.label === '') return mine.label === '' ? 1 : -1;
	return mine.label < theirs.label ? -1 : 1;
}

function partsOf(version: string): { numbers: number[]; label: string } {
	const [numbers = '', ...label] = version.split('-');
	return { numbers: numbers.split('.').map(Number), label: label.join('-') };
}
