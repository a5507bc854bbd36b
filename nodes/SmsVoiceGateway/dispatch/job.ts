import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { readSwitch } from '../lib/switch';
import { bodyOf, draftOf } from '../request/draft';
import type { Draft } from '../request/draft';
import { toForm } from '../request/multipart';
import { problemOf } from '../request/reading';
import { addressOf, NOWHERE } from './address';
import { isRunByEngine, isTool } from './caller';
import { flawOf } from './flaw';
import type { Login } from './login';
import type { Flaw } from './flaw';
import type { Operation } from './operation';

/** A request, ready to leave. */
export interface Outgoing {
	operation: Operation;
	/** Without the login. */
	body: IDataObject;
	draft: Draft;
	url: string;
	host: string;
	/** Builds the request of each try, without the login, which the credential adds. */
	makeRequest: () => IHttpRequestOptions;
	destination?: string;
	login: Login;
}

/** One item's request, or what is wrong with it. */
export interface Job extends Outgoing {
	itemIndex: number;
	flaw?: Flaw;
	/** What a retry, or a tool's next call, knows the request by. */
	memoryKey: string;
	/** Whether it was sent now, and not remembered. */
	left?: boolean;
	dryRun: boolean;
	resendUnknown: boolean;
}

/** Puts together what the fields' hooks have made of one item. */
export function readJob(
	context: IExecuteSingleFunctions,
	{ options }: DeclarativeRestApiSettings.ResultOptions,
	operation: Operation,
	login: Login,
): Job {
	const itemIndex = context.getItemIndex();
	const draft = draftOf(options);
	const fields = bodyOf(options);
	const body = operation.toBody?.(fields) ?? fields;
	const dryRun = switchOf(context, draft, 'dryRun', 'Dry Run');
	const resendUnknown = switchOf(context, draft, 'resendUnknown', 'Resend Unknown');
	const address = addressOf(operation.endpoint, login.credentials);
	const flaw = 'flaw' in address ? address.flaw : flawOf(draft.problems, `item ${itemIndex}`);
	const { baseURL, url, host } = 'flaw' in address ? NOWHERE : address;
	const destination = typeof fields.destination === 'string' ? fields.destination : undefined;
	return {
		operation,
		itemIndex,
		body,
		draft,
		url,
		host,
		makeRequest: () => ({
			...(options as IHttpRequestOptions),
			baseURL,
			body: draft.multipart ? toForm(body) : body,
		}),
		memoryKey:
			isRunByEngine(context) && !isTool(context)
				? `item ${itemIndex}`
				: JSON.stringify([url, body]),
		dryRun,
		resendUnknown,
		login,
		...(flaw === undefined ? {} : { flaw }),
		...(destination === undefined ? {} : { destination }),
	};
}

/** A switch among the options. An expression that throws becomes a problem: an item that left here would leave the others waiting. */
function switchOf(
	context: IExecuteSingleFunctions,
	draft: Draft,
	name: string,
	parameter: string,
): boolean {
	try {
		return readSwitch(context.getNodeParameter(`options.${name}`, false));
	} catch (error) {
		draft.problems.push(problemOf(parameter, error));
		return false;
	}
}
