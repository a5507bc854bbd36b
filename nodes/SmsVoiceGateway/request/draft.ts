import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

/** What is wrong with a parameter, as the user will read it. */
export interface Problem {
	/** The parameter's shown name. */
	parameter: string;
	/** A predicate: "is empty", "holds …". */
	says: string;
	advice: string;
}

/** What the fields' hooks found out about one item's request, besides the request itself. */
export interface Draft {
	problems: Problem[];
	/** Said in the output of a message that is sent all the same. */
	warnings: string[];
	/** Whether the body leaves as multipart/form-data. */
	multipart: boolean;
	/** When the message is scheduled: epoch milliseconds. */
	scheduledAt?: number;
}

const drafts = new WeakMap<object, Draft>();

/**
 * The draft of a request, made at first use.
 * A hook that throws would take its item out of the run before `dispatch` sees it: the others would
 * be sent although one is wrong. So hooks note what they find here, and `dispatch` judges.
 */
export function draftOf(request: object): Draft {
	let draft = drafts.get(request);
	if (draft === undefined) {
		draft = { problems: [], warnings: [], multipart: false };
		drafts.set(request, draft);
	}
	return draft;
}

/** The JSON body of a request under construction. */
export function bodyOf(request: { body?: IHttpRequestOptions['body'] }): IDataObject {
	return request.body as IDataObject;
}
