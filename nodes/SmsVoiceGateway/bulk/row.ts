import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Flaw } from '../dispatch/flaw';
import type { Settled } from '../dispatch/settled';
import type { BulkMessage } from '../lib/wire';

/** One message of a bulk, from the sheet's row to its end. */
export interface Row {
	/** The input item that it comes from. */
	item: number;
	/** What a retry knows it by: its item, or its place in an item's array. */
	id: number | string;
	/** As it goes over the wire; undefined where something is wrong with it. */
	message?: BulkMessage | undefined;
	flaw?: Flaw | undefined;
	/** Its unique key, where the user wants one. */
	key?: string | undefined;
	dryRun: boolean;
	resendUnknown: boolean;
	/** Request Options of its own, where they are an expression: the first row of a batch gives them. */
	request?: Partial<IHttpRequestOptions> | undefined;
	/** How it ended. */
	end?: Settled;
}
