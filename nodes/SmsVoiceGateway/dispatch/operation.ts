import type { IDataObject } from 'n8n-workflow';

import type { Json } from '../lib/json';
import type { Draft } from '../request/draft';
import type { Endpoint } from '../request/endpoint';

/** A request as the operations see it: the JSON form of its body, without the login. */
export interface Sent {
	body: IDataObject;
	draft: Draft;
}

/** An answer of an accepted request. */
export interface Accepted {
	/** As the service gave it: for ids and states. */
	raw: Json;
	/** Without anything of the login: the only form that may be shown. */
	shown: Json;
}

/** What dispatch must know of an operation. */
export interface Operation {
	endpoint: Endpoint;
	/** Whether a request costs money and reaches a person. */
	sends: boolean;
	/** Body fields that are never shown, not even in a dry run. */
	secretFields?: string[];
	/** What the output says of the request itself, sent or in a dry run. */
	describe?: (sent: Sent) => IDataObject;
	/** The output items of an accepted request. */
	toItems: (sent: Sent, accepted: Accepted) => IDataObject[];
}
