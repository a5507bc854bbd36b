import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../../engine/operation';
import { alone } from '../../engine/delivery/requests';
import { sendingOptions } from '../../fields/sending';
import { readCallId } from '../../response/callId';

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
	toItems: (rows, response) => {
		const callId = readCallId(response);
		const answer = {
			...(callId === undefined ? {} : { callId }),
			response: response as IDataObject,
		};
		return rows.map((row) => [{ ...describe(row), ...answer }]);
	},
};
