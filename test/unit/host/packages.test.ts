import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { nodeBinary } from '../../../host/node.ts';
import { run } from '../../../host/process.ts';

const PACKAGE = 'brought';

let checkout: string;
/** A folder whose one package lies beside it, so that npm installs it without the network. */
let folder: string;

beforeEach(async () => {
	checkout = await mkdtemp(join(tmpdir(), 'sms-voice-gateway-bun-'));
	await symlink(resolve('host'), join(checkout, 'host'));
	folder = join(checkout, 'n8n');
	await mkdir(join(folder, PACKAGE), { recursive: true });
	const manifest = { name: PACKAGE, version: '1.0.0' };
	await writeFile(join(folder, PACKAGE, 'package.json'), JSON.stringify(manifest));
	const dependencies = { [PACKAGE]: `file:${PACKAGE}` };
	await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
});

afterEach(async () => {
	await rm(checkout, { recursive: true });
});

/** Installs in a checkout whose bun is this file, or that has none; gives all that it wrote. */
async function install(bun?: string): Promise<string> {
	if (bun !== undefined) {
		const bin = join(checkout, 'node_modules', '@oven', 'bun-here', 'bin');
		await mkdir(bin, { recursive: true });
		await writeFile(join(bin, 'bun'), bun, { mode: 0o755 });
	}
	const script = `
		const { installPackages } = await import('./host/packages.ts');
		await installPackages(${JSON.stringify(folder)}, console.log);`;
	const options = { cwd: checkout, env: process.env };
	const { exitCode, stdout, stderr } = await run(
		nodeBinary(),
		['--input-type=module', '-e', script],
		options,
	);
	expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
	return stdout;
}

const installed = async (): Promise<unknown> =>
	JSON.parse(await readFile(join(folder, 'node_modules', PACKAGE, 'package.json'), 'utf8'));

test('where bun fails halfway, npm installs, and nothing of it is left', async () => {
	const half = join('node_modules', 'half', 'package.json');
	const bun = `#!/bin/sh\nmkdir -p node_modules/half && echo '{' > ${half}\necho it broke >&2\nexit 3\n`;
	expect(await install(bun)).toMatch(/bun failed with 3 \(.*it broke.*\): npm does it/);
	expect(await installed()).toMatchObject({ name: PACKAGE });
	expect(existsSync(join(folder, half))).toBe(false);
});

test('where bun is no program of this machine, npm installs', async () => {
	expect(await install('#!/no/such/loader\n')).toMatch(/bun failed with .*: npm does it/);
	expect(await installed()).toMatchObject({ name: PACKAGE });
});

test('where there is no bun, npm installs', async () => {
	expect(await install()).toContain('There is no bun: npm does it');
	expect(await installed()).toMatchObject({ name: PACKAGE });
});
