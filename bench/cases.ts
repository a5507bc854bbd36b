import type { Workflow } from '../host/workflows.ts';
import { SANDBOX_CREDENTIAL } from '../host/workflows.ts';
import { ERRANDS, SEND_PATH, type Errand } from './errands.ts';
import { EXPRESSIONS, ONE_TEXT, SOURCE } from './rows.ts';
import type { RemoteSandbox } from './sandbox.ts';

export type Node = Workflow['nodes'][number];

export const BATCH_SIZE = 100;

export type CaseId = keyof typeof TITLED;

/** What is measured: `parallel` is this node's option Parallel Requests. */
export interface Case {
	id: CaseId;
	title: string;
	/** Where it sends anything. */
	errand?: Errand;
	/** Plain Node is measured in `limit.ts`; the others are nodes in a workflow. */
	plain?: true;
	parallel?: number;
}

const TITLED = {
	limit: { title: 'Plain Node, bulk requests (the limit)', errand: 'texts', plain: true },
	groupLimit: { title: 'Plain Node, one text, shared requests', errand: 'oneText', plain: true },
	statusLimit: { title: 'Plain Node, status requests', errand: 'ids', plain: true },
	pass: { title: 'No Operation (for the memory only)' },
	fields: { title: 'Edit Fields, the same two expressions, no request' },
	bulk: { title: 'This node, Send Bulk', errand: 'texts' },
	group: { title: `This node, Send, one text, Batch Size ${BATCH_SIZE}`, errand: 'oneText' },
	status: { title: `This node, Get Status, Batch Size ${BATCH_SIZE}`, errand: 'ids' },
	bulkHelper: { title: "n8n's request helper, bulk requests", errand: 'texts' },
	groupHelper: { title: "n8n's request helper, one text, shared requests", errand: 'oneText' },
	statusHelper: { title: "n8n's request helper, status requests", errand: 'ids' },
	send: { title: 'This node, Send', errand: 'texts' },
	helper: { title: "n8n's request helper", errand: 'texts' },
	bareHelper: { title: "n8n's request helper, expressions not evaluated", errand: 'texts' },
	httpRequest: { title: 'HTTP Request node', errand: 'texts' },
} as const satisfies Record<string, Omit<Case, 'id'>>;

export const CASES = Object.fromEntries(
	Object.entries(TITLED).map(([id, one]) => [id, { id, ...one }]),
) as Record<CaseId, Case>;

/** A case with Parallel Requests, under a title of its own. */
export const inParallel = (base: Case, parallel: number): Case => ({
	...base,
	title: `${base.title}, ${parallel} in parallel`,
	parallel,
});

const ours = (
	operation: string,
	parameters: Record<string, unknown>,
	options: Record<string, unknown>,
) => ({
	type: 'n8n-nodes-sms-voice-gateway.smsVoiceGateway',
	typeVersion: 1,
	parameters: { resource: 'sms', operation, ...parameters, options },
	credentials: { [SANDBOX_CREDENTIAL.type]: SANDBOX_CREDENTIAL },
});

const pair = (name: string, value: string) => ({ name, value });

/** The node of a case, as the editor would store it. */
export function nodeOf({ id, parallel = 1 }: Case, sandbox: RemoteSandbox) {
	const parallelRequests =
		parallel > 1 ? { speed: { values: { parallelRequests: parallel } } } : {};
	const message = { source: SOURCE, ...EXPRESSIONS };
	const { username, password } = sandbox;
	const url = sandbox.url + SEND_PATH;
	switch (id) {
		case 'bulk': {
			const options = { speed: { values: { batchSize: BATCH_SIZE } }, ...parallelRequests };
			return ours('sendBulk', { messagesFrom: 'inputItems', ...message }, options);
		}
		case 'group':
			return ours(
				'send',
				{ ...message, message: ONE_TEXT },
				{ speed: { values: { batchSize: BATCH_SIZE } } },
			);
		case 'status':
			return ours(
				'getStatus',
				{ messageIds: '={{ $json.id }}' },
				{ speed: { values: { batchSize: BATCH_SIZE } } },
			);
		case 'send':
			return ours('send', message, parallelRequests);
		case 'helper':
		case 'bareHelper': {
			const operation = { resource: 'sms', operation: 'send', evaluated: id === 'helper' };
			return {
				type: 'CUSTOM.requestHelper',
				typeVersion: 1,
				parameters: { ...operation, url, username, password, ...message },
			};
		}
		case 'bulkHelper':
		case 'groupHelper':
		case 'statusHelper': {
			const { errand = 'texts' } = CASES[id];
			const operation = { resource: 'sms', operation: 'share', errand, batchSize: BATCH_SIZE };
			return {
				type: 'CUSTOM.requestHelper',
				typeVersion: 1,
				parameters: { ...operation, url: sandbox.url + ERRANDS[errand].path, username, password },
			};
		}
		case 'httpRequest': {
			const fields = Object.entries({ username, password, ...message });
			const parameters = fields.map(([name, value]) => pair(name, value));
			return {
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.5,
				parameters: {
					method: 'POST',
					url,
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
		default:
			throw new Error('Plain Node has no workflow');
	}
}
