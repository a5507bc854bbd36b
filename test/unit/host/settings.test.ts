import { afterEach, expect, test } from '@jest/globals';
import { settings } from '../../../host/settings.ts';

const before = { ...process.env };
afterEach(() => {
	process.env = { ...before };
});

const place = {
	hostFolder: '/host',
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
	expect(given.NODE_OPTIONS).toBeUndefined();
	expect(given.HTTP_PROXY).toBeUndefined();
	expect(given.N8N_HOST).toBe('127.0.0.1');
});

test('a debugger that follows this process follows n8n too', () => {
	const follow = { NODE_OPTIONS: '--require bootloader.js', VSCODE_INSPECTOR_OPTIONS: '{}' };
	Object.assign(process.env, follow);
	expect(settings(place)).toMatchObject(follow);
});
