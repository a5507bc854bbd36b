import { compareVersions } from './version.ts';

/** The private package that brings an n8n, with what npm is to install instead of versions that are not to be had. */
export interface Manifest {
	name: string;
	private: true;
	version: string;
	dependencies: { n8n: string };
	overrides: Record<string, string>;
}

/** What npm looked for and did not find. */
export interface Missing {
	name: string;
	/** As the package that needs it wrote it: a version or a range. */
	wanted: string;
}

export function manifestOf(version: string, overrides: Record<string, string> = {}): Manifest {
	return {
		name: 'n8n-host',
		private: true,
		version: '1.0.0',
		dependencies: { n8n: version },
		overrides,
	};
}

/** Reads from npm's words which package it could not have in the version that was wanted. */
export function missingFrom(words: string): Missing | undefined {
	const [, name, wanted] =
		/No matching version found for (@?[^@\s]+)@(\S+?)\.?(?:\s|$)/.exec(words) ?? [];
	return name === undefined || wanted === undefined ? undefined : { name, wanted };
}

/**
 * Reads from npm's words which version of SheetJS it could not have: up to 2.0 n8n took `xlsx` from its makers' site,
 * where not every machine has access; afterwards, under another name, from the registry (n8n-nodes-base, package.json).
 */
export function sheetFrom(words: string): string | undefined {
	return /\/xlsx-(\d+\.\d+\.\d+)\.tgz/.exec(words)?.[1];
}

/** Of the versions to be had, the nearest below the wanted one; else the nearest above; undefined where there are none. */
export function nearestTo(wanted: string, available: string[]): string | undefined {
	const version = /\d+\.\d+\.\d+(?:-[0-9a-z.-]+)?/i.exec(wanted)?.[0];
	if (version === undefined) return undefined;
	const sorted = available.toSorted(compareVersions);
	const above = sorted.findIndex((one) => compareVersions(one, version) > 0);
	return (above === -1 ? sorted : sorted.slice(0, above)).at(-1) ?? sorted[above];
}
