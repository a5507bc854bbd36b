import { afterEach, expect, test } from '@jest/globals';

import { settings } from '../../../host/settings.ts';

const before = { ...process.env };
afterEach(() => {
	process.env = { ...before };
});

test('n8n gets nothing of what concerns our own Node, a proxy or another n8n, and is told to talk to nobody', () => {
	Object.assign(process.env, {
		NODE_OPTIONS: '--experimental-vm-modules',
		HTTP_PROXY: 'http://127.0.0.1:9',
		N8N_HOST: 'elsewhere',
	});
	delete process.env.VSCODE_INSPECTOR_OPTIONS;
	const folders = { hostFolder: '/host', userFolder: '/user', readableFolder: '/read' };
	const given = settings({ ...folders, encryptionKey: 'key', port: 1, brokerPort: 2 });
	expect(given.NODE_OPTIONS).not.toContain('vm-modules');
	expect(given).not.toHaveProperty('HTTP_PROXY');
	expect(given).toMatchObject({
		N8N_HOST: '127.0.0.1',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_RESTRICT_FILE_ACCESS_TO: '/read',
	});
});
