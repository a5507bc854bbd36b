import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Manifest and lock of the n8n that is tested. */
export const TESTED = resolve('host/n8n');

/** The version of n8n that is tested. */
export function testedVersion(): string {
	const text = readFileSync(join(TESTED, 'package.json'), 'utf8');
	return (JSON.parse(text) as { dependencies: { n8n: string } }).dependencies.n8n;
}

/** The version to work with: the tested one, or what N8N_HOST_VERSION names, as the weekly workflow does. */
export function chosenVersion(): string {
	const chosen = process.env.N8N_HOST_VERSION || testedVersion();
	if (/^\d+\.\d+\.\d+(-[0-9a-z.-]+)?$/i.test(chosen)) return chosen;
	throw new Error(`N8N_HOST_VERSION is "${chosen}". Write it in full, such as ${testedVersion()}.`);
}
