import type { Workflow } from '../host/workflows.ts';
import { SANDBOX_CREDENTIAL } from '../host/workflows.ts';
import { EXPRESSIONS, SOURCE } from './rows.ts';
import { SEND_PATH, type RemoteSandbox } from './sandbox.ts';

export type Node = Workflow['nodes'][number];

export const BATCH_SIZE = 100;

/** Plain Node is measured in `limit.ts`; the others are nodes in a workflow. */
export type CaseId = 'limit' | 'pass' | 'fields' | 'bulk' | 'send' | 'httpRequest';

export const SENDERS: CaseId[] = ['limit', 'bulk', 'send', 'httpRequest'];

/** What is measured: `parallel` is this node's option Parallel Requests. */
export interface Case {
	id: CaseId;
	title: string;
	parallel?: number;
}

export const CASES: Record<CaseId, Case> = {
	limit: { id: 'limit', title: 'Plain Node, bulk requests (the limit)' },
	pass: { id: 'pass', title: 'No Operation (for the memory only)' },
	fields: { id: 'fields', title: 'Edit Fields, the same two expressions, no request' },
	bulk: { id: 'bulk', title: 'This node, Send Bulk' },
	send: { id: 'send', title: 'This node, Send' },
	httpRequest: { id: 'httpRequest', title: 'HTTP Request node' },
};

/** A case with Parallel Requests, under a title of its own. */
export const inParallel = (base: Case, parallel: number): Case => ({
	...base,
	title: `${base.title}, ${parallel} in parallel`,
	parallel,
});

const sms = (parameters: Record<string, unknown>, options: Record<string, unknown>) => ({
	type: 'n8n-nodes-sms-voice-gateway.smsVoiceGateway',
	typeVersion: 1,
	parameters: { resource: 'sms', source: SOURCE, ...EXPRESSIONS, ...parameters, options },
	credentials: { [SANDBOX_CREDENTIAL.type]: SANDBOX_CREDENTIAL },
});

const pair = (name: string, value: string) => ({ name, value });

/** The node of a case, as the editor would store it. */
export function nodeOf({ id, parallel = 1 }: Case, sandbox: RemoteSandbox) {
	const parallelRequests = parallel > 1 ? { parallelRequests: parallel } : {};
	switch (id) {
		case 'bulk': {
			const operation = { operation: 'sendBulk', messagesFrom: 'inputItems' };
			return sms(operation, { batchSize: BATCH_SIZE, ...parallelRequests });
		}
		case 'send':
			return sms({ operation: 'send' }, parallelRequests);
		case 'httpRequest': {
			const { destination, message } = EXPRESSIONS;
			const { username, password } = sandbox;
			const fields = { username, password, source: SOURCE, destination, message };
			const parameters = Object.entries(fields).map(([name, value]) => pair(name, value));
			return {
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.5,
				parameters: {
					method: 'POST',
					url: sandbox.url + SEND_PATH,
					sendBody: true,
					bodyParameters: { parameters },
					options: {},
				},
			};
		}
		case 'fields': {
			const assignments = Object.entries(EXPRESSIONS).map(([name, value]) => ({
				id: name,
				...pair(name, value),
				type: 'string',
			}));
			const parameters = { assignments: { assignments }, options: {} };
			return { type: 'n8n-nodes-base.set', typeVersion: 3.5, parameters };
		}
		case 'pass':
			return { type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
		case 'limit':
			throw new Error('Plain Node has no workflow');
	}
}
