import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { afterAll, afterEach, expect, test } from '@jest/globals';

import { modulesOf, settings, WITH_CODE_NODE } from '../../../host/settings.ts';

const before = { ...process.env };
afterEach(() => {
	process.env = { ...before };
});

const folder = mkdtempSync(join(tmpdir(), 'sms-voice-gateway-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** An n8n that has these modules. */
function hostWith(name: string, ...modules: string[]): string {
	const host = join(folder, name);
	const file = join(host, 'node_modules/@n8n/backend-common/dist/modules/modules.config.js');
	mkdirSync(dirname(file), { recursive: true });
	const lines = modules.map((one) => `    '${one}',\n`).join('');
	writeFileSync(file, `exports.MODULE_NAMES = [\n${lines}];\nexports.other = ['none'];\n`);
	return host;
}

const place = {
	hostFolder: hostWith('newest', 'data-table', 'mcp-registry', 'n8n-packages'),
	userFolder: '/user',
	encryptionKey: 'key',
	readableFolder: '/read',
	port: 1,
	brokerPort: 2,
};

test('n8n gets nothing of what concerns our own Node, a proxy or another n8n', () => {
	Object.assign(process.env, {
		NODE_OPTIONS: '--experimental-vm-modules',
		HTTP_PROXY: 'http://127.0.0.1:9',
		N8N_HOST: 'elsewhere',
	});
	delete process.env.VSCODE_INSPECTOR_OPTIONS;
	const given = settings(place);
	expect(given.NODE_OPTIONS).toBe(`--require "${resolve('host/module-paths.cjs')}"`);
	expect(given.HTTP_PROXY).toBeUndefined();
	expect(given.N8N_HOST).toBe('127.0.0.1');
});

test('a debugger that follows this process follows n8n too', () => {
	const follow = { NODE_OPTIONS: '--require bootloader.js', VSCODE_INSPECTOR_OPTIONS: '{}' };
	Object.assign(process.env, follow);
	const given = settings(place);
	expect(given.VSCODE_INSPECTOR_OPTIONS).toBe('{}');
	expect(given.NODE_OPTIONS).toMatch(/^--require bootloader\.js --require /);
});

test('n8n starts a process for the Code node only where that is asked for', () => {
	const given = settings(place);
	expect(given.N8N_RUNNERS_MODE).toBe('external');
	// Without one n8n refuses to start.
	expect(given.N8N_RUNNERS_AUTH_TOKEN).toBeTruthy();
	expect(settings({ ...place, more: WITH_CODE_NODE }).N8N_RUNNERS_MODE).toBe('internal');
});

test('n8n is told to do without a module that it has, and not without another', () => {
	expect(modulesOf(place.hostFolder)).toEqual(['data-table', 'mcp-registry', 'n8n-packages']);
	expect(settings(place).N8N_DISABLED_MODULES).toBe('mcp-registry');
	const older = { ...place, hostFolder: hostWith('older', 'data-table', 'mcp') };
	expect(settings(older).N8N_DISABLED_MODULES).toBe('');
	expect(modulesOf(join(folder, 'oldest'))).toEqual([]);
});
