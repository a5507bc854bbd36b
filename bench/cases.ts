import type { Sandbox } from '../sandbox/index.ts';
import { gateway, ownNode, type Node } from '../test/e2e/built.ts';
import { ERRANDS, MESSAGE, ONE_TEXT, type Errand } from './rows.ts';

/** What a node without the credential has to be told. */
export type Login = Pick<Sandbox, 'url' | 'username' | 'password'>;

export interface Case {
	title: string;
	/** What it asks the service for, if anything. */
	errand?: Errand;
	node: (login: Login) => Partial<Node>;
	isOurs?: true; // This package's: so there may be another build's.
	isDrawn?: boolean; // It has a line in the chart.
	delayMs?: number; // So long the sandbox takes for each answer.
	queue?: true; // On PostgreSQL with two workers instead of SQLite.
	mostRows?: number; // Above it takes too long, or opens too many connections at once.
}

function ours(errand: Errand, operation: string, fields: object, more: object = {}) {
	const speed = { values: { batchSize: ERRANDS[errand].batch } };
	const options = { ...(errand === 'text' ? {} : { speed }), ...more };
	const node = () => gateway('', { resource: 'sms', operation, ...fields, options });
	return { errand, node, isOurs: true } as const;
}
function helper(errand: Errand, isPlain = false) {
	const node = ({ url, username, password }: Login) => ({
		parameters: { task: { url, username, password, errand, isPlain } },
	});
	return { errand, node };
}
function httpRequest({ url, username, password }: Login) {
	const fields = Object.entries({ username, password, ...MESSAGE });
	const bodyParameters = { parameters: fields.map(([name, value]) => ({ name, value })) };
	const to = { method: 'POST', url: url + ERRANDS.text.path, sendBody: true };
	return ownNode('', 'httpRequest', 4.5, { ...to, bodyParameters, options: {} });
}

const bulk = ours('texts', 'sendBulk', MESSAGE);
const sendOnce = { values: { by: 'text', campaign: 'Benchmark' } };
const keyed = ours('texts', 'sendBulk', MESSAGE, { sendOnce });
const oneText = ours('oneText', 'send', { ...MESSAGE, message: ONE_TEXT });
const status = ours('ids', 'getStatus', { messageIds: '={{ $json.id }}' });
const [delayMs, mostRows, queue, isDrawn] = [100, 10_000, true, true] as const;

export const CASES: Record<string, Case> = {
	plain: { title: 'Plain Node, bulk', ...helper('texts', true), isDrawn },
	bulk: { title: 'Send Bulk', ...bulk, isDrawn },
	keyed: { title: 'Keyed bulk', ...keyed },
	oneText: { title: 'Send with one text', ...oneText, isDrawn },
	status: { title: 'Get Status', ...status, isDrawn },
	bulkHelper: { title: "n8n's helper, bulk", ...helper('texts') },
	oneTextHelper: { title: "n8n's helper, one text", ...helper('oneText') },
	statusHelper: { title: "n8n's helper, status", ...helper('ids') },
	send: { title: 'Send', ...ours('text', 'send', MESSAGE), mostRows, isDrawn },
	helper: { title: "n8n's helper, a request each", ...helper('text'), mostRows },
	http: { title: 'HTTP Request', ...helper('text'), node: httpRequest, mostRows, isDrawn },
	bulkSlow: { title: `Send Bulk, answers of ${delayMs} ms`, ...bulk, delayMs },
	keyedSlow: { title: `Keyed bulk, answers of ${delayMs} ms`, ...keyed, delayMs },
	bulkQueue: { title: 'Send Bulk, PostgreSQL', ...bulk, queue },
	keyedQueue: { title: 'Keyed bulk, PostgreSQL', ...keyed, queue },
};

/** What the package is judged by: the time of one case by that of another. */
export const RATIOS = (
	'bulk/bulkHelper oneText/oneTextHelper status/statusHelper send/helper send/http http/bulk ' +
	'bulk/plain keyed/bulk keyedSlow/bulkSlow keyedQueue/bulkQueue'
).split(' ');

/** What two builds are compared by, beside what Send Bulk and Send are held against. */
export const COMPARED = 'bulk keyed status oneText send bulkHelper http'.split(' ');

export const OTHER = ', other build';
/** The same case with the other build's node, which n8n loads from a folder. */
export const otherBuild = ({ node, ...own }: Case): Case => ({
	...own,
	title: own.title + OTHER,
	isDrawn: false,
	node: (login) => ({ ...node(login), type: 'CUSTOM.smsVoiceGateway' }),
});

/** What is subtracted from the memory of the others. */
export const NOTHING: Case = { title: 'No Operation', node: () => ownNode('', 'noOp', 1) };
