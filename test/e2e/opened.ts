import { installHost } from '../../host/install.ts';
import { openHost, type Host } from '../../host/n8n.ts';
import { stopAll } from '../../host/process.ts';
import { sandboxCredential } from '../../host/workflows.ts';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/index.ts';

export interface Opened {
	host: Host;
	sandbox: Sandbox;
	close(): Promise<void>;
}

/** The installed n8n with this package and the sandbox's credential, and the sandbox. Jest would hold lines back, so they go past it. */
export async function open(
	more: Record<string, string> = {},
	options: SandboxOptions = {},
): Promise<Opened> {
	const hostFolder = await installHost((line) => process.stderr.write(`${line}\n`));
	const sandbox = await startSandbox(options);
	const host = await openHost(hostFolder, more);
	await host.importCredentials([sandboxCredential(sandbox)]);
	return {
		host,
		sandbox,
		async close() {
			await stopAll();
			await host.close();
			await sandbox.close();
		},
	};
}
