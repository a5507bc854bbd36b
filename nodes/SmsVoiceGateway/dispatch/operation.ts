import type { IDataObject } from 'n8n-workflow';

import type { Json } from '../lib/json';
import type { Draft } from '../request/draft';
import type { Endpoint } from '../request/endpoint';

/** A request as the operations see it: the JSON form of its body, without the login. */
export interface Sent {
	body: IDataObject;
	draft: Draft;
}

/** What dispatch must know of an operation. */
export interface Operation {
	endpoint: Endpoint;
	/** Whether a request costs money and reaches a person. */
	sends: boolean;
	/** The body that the fields of one item make, where it is not these fields themselves. */
	toBody?: (fields: IDataObject) => IDataObject;
	/** Body fields that are never shown, not in a dry run and not where an answer repeats them. */
	secretFields?: string[];
	/** What the output says of the request itself, sent or in a dry run. */
	describe?: (sent: Sent) => IDataObject;
	/** The output items of an accepted request; the answer has no secret in it any more. */
	toItems: (sent: Sent, response: Json) => IDataObject[];
}
