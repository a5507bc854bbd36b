import { expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installHost } from '../../host/install.ts';
import { modulesOf } from './opened.ts';
import { chosenVersion } from '../../host/version.ts';

interface Lock {
	packages: Record<string, { name?: string; version: string }>;
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** Name and version of every package that a lock file names. */
function locked(folder: string): Set<string> {
	const { packages } = readJson(join(folder, 'package-lock.json')) as Lock;
	const paths = Object.entries(packages).filter(([path]) => path !== '');
	return new Set(
		paths.map(
			([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`,
		),
	);
}

/** Name and version of every package in a folder `node_modules`, and in those of the packages in it. */
function installed(modules: string): string[] {
	const packages = readdirSync(modules, { withFileTypes: true })
		.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
		.flatMap(({ name }) =>
			name.startsWith('@')
				? readdirSync(join(modules, name)).map((inner) => join(modules, name, inner))
				: [join(modules, name)],
		);
	return packages.flatMap((folder) => {
		const { name, version } = readJson(join(folder, 'package.json')) as Record<string, string>;
		const inner = readdirSync(folder).includes('node_modules')
			? installed(join(folder, 'node_modules'))
			: [];
		return [`${name}@${version}`, ...inner];
	});
}

test('the names of its modules are read from where it has them', async () => {
	const modules = modulesOf(await installHost((line) => process.stderr.write(`${line}\n`)));
	expect(modules).toEqual(
		expect.arrayContaining(['community-packages', 'data-table', 'mcp-registry']),
	);
});

test('what is installed has the versions of the lock, whoever installed it', async () => {
	const hostFolder = await installHost((line) => process.stderr.write(`${line}\n`));
	const wanted = locked(hostFolder);
	const found = installed(join(hostFolder, 'node_modules'));
	expect(found).toContain(`n8n@${chosenVersion()}`);
	expect(found.length).toBeGreaterThan(1000);
	expect(found.filter((one) => !wanted.has(one))).toEqual([]);
});
