import { SANDBOX_CREDENTIAL, sandboxCredential, type Workflow } from '../../host/workflows.ts';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import type { Opened } from './opened.ts';

/** The credential of a sandbox for what goes on beside the tests: theirs is emptied before each of them. */
export const APART = { ...SANDBOX_CREDENTIAL, id: 'apart', name: 'Apart' };

/** Starts that sandbox; who asks for it closes it. */
export async function openApart({ host }: Pick<Opened, 'host'>): Promise<Sandbox> {
	const sandbox = await startSandbox();
	await host.importCredentials([{ ...sandboxCredential(sandbox), ...APART }]);
	return sandbox;
}

/** A workflow that sends there. */
export const sendingApart = (workflow: Workflow): Workflow => ({
	...workflow,
	nodes: workflow.nodes.map((node) =>
		Object.keys(node.credentials ?? {}).includes(APART.type)
			? { ...node, credentials: { [APART.type]: APART } }
			: node,
	),
});
