import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	PreSendAction,
} from 'n8n-workflow';

import { InputProblem } from '../lib/inputProblem';
import { bodyOf, draftOf } from './draft';
import type { Draft, Problem } from './draft';

type Reader = (this: IExecuteSingleFunctions, value: unknown, draft: Draft) => unknown;

/**
 * A preSend hook that replaces one body field (`message`, `data[0].message`) by what `read` makes of it.
 * Whatever `read` throws becomes a problem of the item, under the parameter's shown name.
 */
export function reading(path: string, parameter: string, read: Reader): PreSendAction {
	return async function (this: IExecuteSingleFunctions, request: IHttpRequestOptions) {
		const [fields, name] = slot(bodyOf(request), path);
		const draft = draftOf(request);
		try {
			fields[name] = read.call(this, fields[name], draft) as IDataObject;
		} catch (error) {
			draft.problems.push(problemOf(parameter, error));
		}
		return request;
	};
}

/** A preSend hook for an option that is not sent: whatever `read` throws becomes a problem of the item. */
export function checking(
	name: string,
	parameter: string,
	read: (value: unknown) => unknown,
): PreSendAction {
	return async function (this: IExecuteSingleFunctions, request: IHttpRequestOptions) {
		try {
			read(this.getNodeParameter(`options.${name}`));
		} catch (error) {
			draftOf(request).problems.push(problemOf(parameter, error));
		}
		return request;
	};
}

/** What was thrown while a parameter was read, as a problem under its shown name. */
export function problemOf(parameter: string, error: unknown): Problem {
	if (error instanceof InputProblem) {
		return { parameter, says: error.message, advice: error.advice };
	}
	const words = error instanceof Error ? error.message : String(error);
	return { parameter, says: `can't be read: ${words}`, advice: 'Correct its expression or value.' };
}

/** The object that holds a field, and the field's name in it. n8n's own `set` has made the way there. */
function slot(body: IDataObject, path: string): [IDataObject, string] {
	const keys = path.split(/[.[\]]+/).filter((key) => key !== '');
	const last = keys.pop() ?? path;
	let holder = body;
	for (const key of keys) holder = holder[key] as IDataObject;
	return [holder, last];
}
