import type {
	DeclarativeRestApiSettings,
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { InputProblem } from '../lib/inputProblem';
import { bodyOf, draftOf } from '../request/draft';
import type { Draft } from '../request/draft';
import { HOST_FIELD, readHosts } from '../request/hosts';
import { toForm } from '../request/multipart';
import { problemOf } from '../request/reading';
import type { Operation } from './operation';
import type { Flaw } from './ownFailures';
import { hasOwnItems } from './run';

/** One item's request, ready to leave, or with what is wrong with it. */
export interface Job {
	operation: Operation;
	itemIndex: number;
	body: IDataObject;
	draft: Draft;
	/** Where it goes, without the login. */
	url: string;
	host: string;
	makeRequest: () => IHttpRequestOptions;
	flaw?: Flaw;
	destination?: string;
	/** What a retry knows the item by. */
	memoryKey: string;
	dryRun: boolean;
	resendUnknown: boolean;
	password: string;
}

/** Puts together what the fields' hooks have made of one item. */
export function readJob(
	context: IExecuteSingleFunctions,
	{ options }: DeclarativeRestApiSettings.ResultOptions,
	operation: Operation,
	credentials: ICredentialDataDecryptedObject,
): Job {
	const itemIndex = context.getItemIndex();
	const draft = draftOf(options);
	const body = bodyOf(options);
	const dryRun = readSwitch(context, draft, 'dryRun', 'Dry Run');
	const resendUnknown = readSwitch(context, draft, 'resendUnknown', 'Resend Unknown');
	const base = readHosts(credentials)[operation.endpoint.host];
	const baseURL = base instanceof InputProblem ? '' : base;
	const flaw = findFlaw(itemIndex, draft, base, operation);
	const url = `${baseURL}${operation.endpoint.path}`;
	const destination = typeof body.destination === 'string' ? body.destination : undefined;
	return {
		operation,
		itemIndex,
		body,
		draft,
		url,
		host: URL.canParse(url) ? new URL(url).host : url,
		makeRequest: () => ({
			...(options as IHttpRequestOptions),
			baseURL,
			body: draft.multipart ? toForm(body) : body,
		}),
		memoryKey: hasOwnItems(context) ? `item ${itemIndex}` : JSON.stringify([url, body]),
		dryRun,
		resendUnknown,
		password: String(credentials.password ?? ''),
		...(flaw === undefined ? {} : { flaw }),
		...(destination === undefined ? {} : { destination }),
	};
}

/** A switch among the options. An expression that throws becomes a problem: an item that left here would leave the others waiting. */
function readSwitch(
	context: IExecuteSingleFunctions,
	draft: Draft,
	name: string,
	parameter: string,
): boolean {
	try {
		return context.getNodeParameter(`options.${name}`, false) === true;
	} catch (error) {
		draft.problems.push(problemOf(parameter, error));
		return false;
	}
}

function findFlaw(
	itemIndex: number,
	draft: Draft,
	base: string | InputProblem,
	{ endpoint }: Operation,
): Flaw | undefined {
	if (base instanceof InputProblem) {
		return {
			message: `'${HOST_FIELD[endpoint.host]}' of the credential ${base.message}`,
			advice: base.advice,
		};
	}
	const [first] = draft.problems;
	if (first === undefined) return undefined;
	const said = draft.problems.map(
		({ parameter, says }) => `'${parameter}' of item ${itemIndex} ${says}`,
	);
	return { message: said.join('; '), advice: first.advice };
}
