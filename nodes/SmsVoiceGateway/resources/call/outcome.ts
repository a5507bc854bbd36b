import type { IDataObject } from 'n8n-workflow';

import type { Sent } from '../../dispatch/operation';
import type { Json } from '../../lib/json';
import { readCallId } from '../../response/callId';

/** What the output says of a call itself. A one-time code is not among it. */
export const describeCall = ({ body }: Sent): IDataObject => ({ destination: body.destination });

/** The output item of an accepted call; `callId` only where the answer holds one. */
export function callItem(described: IDataObject, response: Json): IDataObject[] {
	const callId = readCallId(response);
	return [
		{
			...described,
			...(callId === undefined ? {} : { callId }),
			response: response as IDataObject,
		},
	];
}
