import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What this host reads of a workflow; the rest passes through. */
export interface Workflow {
	id: string;
	name: string;
	nodes: Array<{
		name: string;
		type: string;
		parameters: Record<string, unknown>;
		[more: string]: unknown;
	}>;
	[more: string]: unknown;
}

export type Credential = typeof SANDBOX_CREDENTIAL & { data: Record<string, unknown> };

/** The folder of the example workflows and their spreadsheet files. */
export const workflowsFolder = (): string => resolve('workflows');

/** The example workflows, by file name. */
export function exampleWorkflows(): Map<string, Workflow> {
	const names = globSync('*.json', { cwd: workflowsFolder() }).sort();
	const read = (name: string) => readFileSync(join(workflowsFolder(), name), 'utf8');
	return new Map(names.map((name) => [name, JSON.parse(read(name)) as Workflow]));
}

/** The id and name that the example workflows expect their credential under. */
export const SANDBOX_CREDENTIAL = {
	id: 'smsVoiceSandbox1',
	name: 'SMS and Voice Gateway (sandbox)',
	type: 'smsVoiceGatewayApi',
};

/** That credential with its values: both base URLs at the sandbox, which speaks plain HTTP on loopback. */
export function sandboxCredential(
	sandbox: Record<'url' | 'username' | 'password', string>,
): Credential {
	const { url, username, password } = sandbox;
	const data = { username, password, smsBaseUrl: url, callBaseUrl: url, allowPlainHttp: false };
	return { ...SANDBOX_CREDENTIAL, data };
}
