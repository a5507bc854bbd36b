import type { IDataObject } from 'n8n-workflow';

import type { Sent } from '../../dispatch/operation';
import { member } from '../../lib/json';
import type { Json } from '../../lib/json';
import { anyMember, asId } from '../../response/members';

/** What the output says of a call itself. A one-time code is not among it. */
export const describeCall = ({ body }: Sent): IDataObject => ({ destination: body.destination });

/** The output item of an accepted call; `callId` only where the answer holds one. */
export function callItem(described: IDataObject, response: Json): IDataObject[] {
	const names = ['callid', 'id'];
	const callId =
		asId(anyMember(response, ...names)) ??
		asId(anyMember(member(response, 'data') ?? null, ...names));
	return [
		{
			...described,
			...(callId === undefined ? {} : { callId }),
			response: response as IDataObject,
		},
	];
}
