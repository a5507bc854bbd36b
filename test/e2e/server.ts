import {
	exampleWorkflows,
	freePort,
	sandboxCredential,
	type Served,
	testCredential,
} from './n8n.ts';
import { chosenVersion } from '../../host/install.ts';

/** What n8n says of the package, its node and its credential. */
export function server(served: () => Served): void {
	beforeAll(() => served().host.importWorkflows([...exampleWorkflows().values()]));

	test('n8n is of the version that is tested', async () => {
		const { data } = await served().server.rest('GET', '/rest/settings');
		expect(data).toMatchObject({ versionCli: chosenVersion() });
	});

	describe('the package', () => {
		const SMS = ['sms/send', 'sms/sendBulk', 'sms/getStatus'];
		const OTHERS = ['call/playVoiceFile', 'call/sendCode', 'report/getCredit'];
		test('has output schemas that n8n gives to the editor', async () => {
			const type = 'n8n-nodes-sms-voice-gateway.smsVoiceGateway';
			for (const operation of [...SMS, ...OTHERS]) {
				const path = `/schemas/${type}/1.0.0/${operation}.json`;
				const { status, body } = await served().server.rest('GET', path);
				expect([operation, status, body]).toMatchObject([
					operation,
					200,
					{ type: 'object', version: 1 },
				]);
			}
		});
	});

	describe('the node', () => {
		test('is among the node types, with its tool variants and its icons', async () => {
			const { body } = await served().server.rest('GET', '/types/nodes.json');
			const types = body as Array<{ name: string; displayName: string; iconUrl?: unknown }>;
			const own = types.filter(({ name }) => name.startsWith(`${served().host.packed.name}.`));
			expect(own.map(({ name }) => name).sort()).toEqual([
				'n8n-nodes-sms-voice-gateway.smsVoiceGateway',
				'n8n-nodes-sms-voice-gateway.smsVoiceGatewayHitlTool',
				'n8n-nodes-sms-voice-gateway.smsVoiceGatewayTool',
			]);
			for (const { iconUrl } of own) {
				const urls = Object.values(iconUrl as Record<string, string>);
				expect(urls).toHaveLength(2);
				for (const url of urls)
					expect(await served().server.rest('GET', `/${url}`)).toMatchObject({
						status: 200,
						body: expect.stringContaining('<svg'),
					});
			}
		});

		test('is known to every imported example', async () => {
			const { data } = await served().server.rest('GET', '/rest/workflows');
			const names = [...exampleWorkflows().values()].map(({ name }) => name);
			expect((data as Array<{ name: string }>).map(({ name }) => name).sort()).toEqual(
				names.sort(),
			);
		});
	});

	describe('the credential test', () => {
		const LOGIN = expect.stringMatching(/login|user ?name|password/i);
		const at = (url: string) => ({ callBaseUrl: url, smsBaseUrl: url });

		test.each<[string, (nobody: string) => object, object]>([
			['the right login', () => ({}), { status: 'OK' }],
			['a wrong one', () => ({ password: 'wrong' }), { status: 'Error', message: LOGIN }],
			['a host that is not there', at, { message: expect.stringMatching(/reach/i) }],
		])('says of %s what it is', async (_, change, said) => {
			const credential = sandboxCredential(served().sandbox);
			const changed = change(`http://127.0.0.1:${await freePort()}`);
			const credentials = { ...credential, data: { ...credential.data, ...changed } };
			expect(await testCredential(served(), credentials)).toMatchObject(said);
		});
	});
}
