import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../../engine/operation';
import { alone } from '../../engine/requests';
import { sendingOptions } from '../../fields/sending';
import { member } from '../../lib/json';
import type { Json } from '../../lib/json';
import { anyMember, asId } from '../../response/members';

/** The fields that every call has. */
export interface CallFields {
	destination: string;
}

type CallBehaviour = Pick<
	Operation<CallFields>,
	| 'resource'
	| 'sends'
	| 'options'
	| 'share'
	| 'toBody'
	| 'describe'
	| 'duplicate'
	| 'dryRun'
	| 'toItems'
>;

const describe = ({ fields: { destination } }: { fields: CallFields }): IDataObject => ({
	destination,
});

/** What all calls have in common: one row, one request. */
export const CALL: CallBehaviour = {
	resource: 'call',
	sends: true,
	options: sendingOptions,
	share: alone,
	toBody: ([row]) => ({ ...row?.fields }),
	describe,
	duplicate: describe,
	dryRun: (row, { request }) => ({ ...describe(row), request }),
	toItems: (rows, response) =>
		rows.map((row) => [
			{ ...describe(row), ...callIdIn(response), response: response as IDataObject },
		]),
};

/** `callId` only where the answer holds one. */
function callIdIn(response: Json): { callId?: string } {
	const names = ['callid', 'id'];
	const callId =
		asId(anyMember(response, ...names)) ??
		asId(anyMember(member(response, 'data') ?? null, ...names));
	return callId === undefined ? {} : { callId };
}
