import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { packPackage, type Packed } from '../../host/package.ts';
import { nodeBinary, run } from '../../host/process.ts';

let folder: string;
let packed: Packed;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'sms-voice-gateway-package-'));
	packed = await packPackage(folder);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test('the package holds what is shipped and nothing else', () => {
	const { files } = packed;
	const outside = files.filter((file) => !file.startsWith('dist/'));
	expect(outside.sort()).toEqual(['LICENSE', 'README.md', 'index.js', 'package.json']);
	expect(files).toContain('dist/nodes/SmsVoiceGateway/SmsVoiceGateway.node.js');
	expect(files).toContain('dist/credentials/SmsVoiceGatewayApi.credentials.js');
	const shipped = /^dist\/(nodes\/SmsVoiceGateway|credentials)\//;
	const strange = /\.(test|spec|map)\.|\/(test|sandbox|bench|tools)\//;
	expect(
		files.filter((file) => file.startsWith('dist/') && (!shipped.test(file) || strange.test(file))),
	).toEqual([]);
});

test('the unpacked package gives the classes of node and credential to whoever requires it', async () => {
	const options = { cwd: folder, env: { PATH: process.env.PATH } };
	const unpacked = join(folder, 'node_modules', packed.name);
	await mkdir(unpacked, { recursive: true });
	// The one package that it expects to find.
	const peer = join('node_modules', 'n8n-workflow');
	await symlink(resolve(peer), join(folder, peer), 'junction');
	await run('tar', ['-xzf', packed.tarball, '-C', unpacked, '--strip-components=1'], options);

	const script = `
		const found = require('${packed.name}');
		const { SmsVoiceGateway, SmsVoiceGatewayApi } = found;
		const { description } = new SmsVoiceGateway();
		const names = [Object.keys(found), description.name, new SmsVoiceGatewayApi().name];
		console.log(JSON.stringify(names));`;
	const { stdout, stderr } = await run(nodeBinary(), ['-e', script], options);
	expect([stderr, JSON.parse(stdout || 'null')]).toEqual([
		'',
		[['SmsVoiceGateway', 'SmsVoiceGatewayApi'], 'smsVoiceGateway', 'smsVoiceGatewayApi'],
	]);
});
