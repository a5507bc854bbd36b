import { ExecutionLifecycleHooks, WorkflowExecute, DirectoryLoader, RoutingNode } from 'n8n-core';
import {
	createRunExecutionData,
	deepCopy,
	Expression,
	ICredentialsHelper,
	NodeConnectionTypes,
	Workflow,
} from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IRun,
	IWorkflowExecuteAdditionalData,
	NodeHint,
} from 'n8n-workflow';

import { SmsVoiceGatewayApi } from '../../../credentials/SmsVoiceGatewayApi.credentials.ts';
import { SmsVoiceGateway } from '../../../nodes/SmsVoiceGateway/SmsVoiceGateway.node.ts';

/** Gives the rows of a test, as a trigger would. */
class Rows implements INodeType {
	description = {
		displayName: 'Rows',
		name: 'rows',
		group: ['trigger' as const],
		version: 1,
		description: 'Rows of a test',
		defaults: { name: 'Rows' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	};

	execute: () => Promise<INodeExecutionData[][]>;

	constructor(rows: INodeExecutionData[]) {
		this.execute = async () => [rows];
	}
}

class Credentials extends ICredentialsHelper {
	private readonly data: ICredentialDataDecryptedObject;

	private readonly type = new SmsVoiceGatewayApi();

	constructor(data: ICredentialDataDecryptedObject) {
		super();
		this.data = data;
	}

	override getParentTypes = () => [];

	override isCredentialUsableByNode = () => true;

	override authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		_type: string,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const { authenticate } = this.type;
		if (typeof authenticate !== 'function') throw new Error('authenticate is not a function');
		return await authenticate(credentials, request);
	};

	override preAuthentication = async () => undefined;

	override runPreAuthentication = async () => undefined;

	override getCredentials = async () => {
		throw new Error('not stored in these tests');
	};

	override getDecrypted = async () => ({ ...this.data });

	override updateCredentials = async () => undefined;

	override updateCredentialsOauthTokenData = async () => undefined;

	override getCredentialsProperties() {
		return this.type.properties;
	}
}

/** The node as n8n loads it: with the Request Options that n8n adds to declarative nodes. */
export function loadNodeType(): SmsVoiceGateway {
	const nodeType = new SmsVoiceGateway();
	DirectoryLoader.applyDeclarativeNodeOptionParameters(nodeType);
	return nodeType;
}

export interface RunOptions {
	parameters: INodeParameters;
	/** The input rows; one empty row unless given. */
	rows?: IDataObject[];
	credentials: ICredentialDataDecryptedObject;
	/** Members of the node itself: onError, retryOnFail, maxTries, waitBetweenTries, executeOnce. */
	node?: Partial<INode> | undefined;
	timezone?: string;
	/** Further nodes of the workflow, of types that are not installed: they are not run. */
	beside?: INode[];
	/** Without custom operations, as one of n8n's AI-tool paths runs a node: by its routing alone. */
	routingOnly?: boolean;
	/** As the tool that n8n makes of the node, which its engine runs for an agent. */
	asTool?: boolean;
	/** The failed execution that this one retries, as n8n's Retry does, and the id of this one. */
	retryOf?: IRun;
	executionId?: string;
	/** Told of the running execution, for tests that stop it. */
	started?: (execution: { cancel(): void }) => void;
}

export interface RunResult {
	run: IRun;
	/** The regular output. */
	items: INodeExecutionData[];
	/** The error output, where the node has one. */
	errorItems: INodeExecutionData[];
	json: IDataObject[];
	/** The error that ended the run. */
	error:
		| {
				message: string;
				description?: string | null;
				context?: IDataObject;
				name?: string;
				httpCode?: string | null;
		  }
		| undefined;
	hints: NodeHint[];
}

/**
 * Starts n8n's expression engine in an isolate, as n8n itself does (packages/cli, base-command); call
 * `stopEngine` at the end. `legacy` is n8n's engine without an isolate, for expressions that give a
 * luxon DateTime: the isolate's are rebuilt only where `Object.prototype` is Node's own, which it is
 * not inside jest (@n8n/expression-runtime, isPlainObject).
 */
export async function startEngine(engine: 'vm' | 'legacy' = 'vm'): Promise<void> {
	// Every failed item would be a line on the console.
	process.env.N8N_LOG_LEVEL ??= 'silent';
	Expression.setExpressionEngine(engine);
	await Expression.initExpressionEngine({
		engine,
		poolSize: 1,
		maxCodeCacheSize: 1024,
		bridgeTimeout: 5000,
		bridgeMemoryLimit: 128,
	});
}

/** Ends the expression engine's isolates. */
export async function stopEngine(): Promise<void> {
	await Expression.disposeExpressionEngine();
}

/**
 * As n8n's server makes a declarative node executable (packages/cli, node-types). Without it n8n-core
 * takes a path of its own for tests, on which stopping an execution never reaches the node.
 */
function asOnServer(nodeType: INodeType, { routingOnly, asTool }: RunOptions): INodeType {
	if (routingOnly) delete nodeType.customOperations;
	// packages/cli, tool-generation: by this name n8n tells a tool from the node it was made of.
	if (asTool) nodeType.description.name += 'Tool';
	nodeType.execute = async function (this: IExecuteFunctions) {
		return (
			(await new RoutingNode(
				this as ConstructorParameters<typeof RoutingNode>[0],
				nodeType,
			).runNode()) ?? []
		);
	};
	return nodeType;
}

/** What n8n's server gives an execution, as far as nodes of these tests need it. */
export function executionOf(
	more: Partial<IWorkflowExecuteAdditionalData> = {},
): IWorkflowExecuteAdditionalData {
	return {
		currentNodeExecutionIndex: 0,
		webhookWaitingBaseUrl: 'http://127.0.0.1/webhook-waiting',
		formWaitingBaseUrl: 'http://127.0.0.1/form-waiting',
		restApiUrl: 'http://127.0.0.1/rest',
		instanceBaseUrl: 'http://127.0.0.1',
		variables: {},
		executionId: 'test',
		...more,
		hooks: new ExecutionLifecycleHooks('manual', 'test', {
			id: 'test',
			name: 'test',
			active: false,
			isArchived: false,
			nodes: [],
			connections: {},
			createdAt: new Date(0),
			updatedAt: new Date(0),
			activeVersionId: null,
		}),
	} as unknown as IWorkflowExecuteAdditionalData;
}

/** n8n's way to find a node's type by its name. */
export const nodeTypesOf = (types: Record<string, INodeType>) => ({
	getByName: (name: string) => types[name] as INodeType,
	getByNameAndVersion: (name: string) => types[name] as INodeType,
	getKnownTypes: () => ({}),
});

/** What n8n's Retry begins with (n8n 2.41, ExecutionService.retry), read from its database again. */
function dataForRetry({ data }: IRun, workflow: Workflow): IRun['data'] {
	const copy = deepCopy(data);
	const { resultData, executionData } = copy;
	delete resultData.error;
	const runs = resultData.runData[resultData.lastNodeExecuted ?? ''];
	if (runs?.at(-1)?.error !== undefined) runs.pop();
	for (const next of executionData?.nodeExecutionStack ?? []) {
		next.node = workflow.getNode(next.node.name) as INode;
	}
	return copy;
}

/** Runs the node on n8n's own engine, with real requests. */
export async function runNode(options: RunOptions): Promise<RunResult> {
	const {
		parameters,
		rows = [{}],
		credentials,
		node = {},
		timezone = 'UTC',
		beside = [],
	} = options;
	const type = options.asTool ? 'smsVoiceGatewayTool' : 'smsVoiceGateway';
	const types: Record<string, INodeType> = {
		rows: new Rows(rows.map((json) => ({ json }))),
		[type]: asOnServer(loadNodeType(), options),
	};
	const workflow = new Workflow({
		id: 'test',
		name: 'test',
		active: false,
		settings: { executionOrder: 'v1', timezone },
		nodes: [
			{ id: '1', name: 'Rows', type: 'rows', typeVersion: 1, position: [0, 0], parameters: {} },
			{
				id: '2',
				name: 'Gateway',
				type,
				typeVersion: 1,
				position: [200, 0],
				parameters,
				credentials: { smsVoiceGatewayApi: { id: 'c', name: 'Sandbox' } },
				...node,
			},
			...beside,
		],
		connections: {
			Rows: { main: [[{ node: 'Gateway', type: NodeConnectionTypes.Main, index: 0 }]] },
		},
		nodeTypes: nodeTypesOf(types),
	});
	const { retryOf, executionId = 'test' } = options;
	const additionalData = executionOf({
		credentialsHelper: new Credentials(credentials),
		executionId,
	});
	const execution =
		retryOf === undefined
			? new WorkflowExecute(additionalData, 'manual', createRunExecutionData()).run({
					workflow,
					startNode: workflow.getNode('Rows') as INode,
				})
			: new WorkflowExecute(
					additionalData,
					'retry',
					dataForRetry(retryOf, workflow),
				).processRunExecutionData(workflow);
	options.started?.(execution);
	const run = await execution;
	const task = run.data.resultData.runData.Gateway?.at(-1);
	const items = task?.data?.main?.[0] ?? [];
	const error = (task?.error ?? run.data.resultData.error) as RunResult['error'];
	return {
		run,
		items,
		errorItems: task?.data?.main?.[1] ?? [],
		json: items.map((item) => item.json),
		hints: task?.hints ?? [],
		error,
	};
}
