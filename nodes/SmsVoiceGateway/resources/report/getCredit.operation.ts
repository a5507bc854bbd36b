import type { IDataObject } from 'n8n-workflow';

import { groupBy } from '../../engine/delivery/requests';
import { additionalFields } from '../../options/extraRequestFields';
import { includeInput } from '../../options/includeInput';
import { readCredit } from '../../response/credit';
import { CREDIT } from '../../wire/endpoint';
import { defineOperation } from '../defineOperation';

export const getCredit = defineOperation<object>({
	resource: 'report',
	name: 'Get Credit',
	value: 'getCredit',
	action: 'Get credit report',
	description: 'Retrieve the credit of the account',
	builderHint:
		'Warn before the credit runs out: compare credit (a number) with a limit in an IF node. Sends nothing.',
	endpoint: CREDIT,
	sends: false,
	fields: [],
	options: { additionalFields, includeInput },
	// One request for all rows that ask in the same way.
	share: groupBy(
		() => [],
		() => [],
		true,
	),
	toBody: ([row]) => ({ ...row?.fields }),
	toItems: (rows, response) => {
		const credit = readCredit(response);
		return rows.map(() => [{ credit, response: response as IDataObject }]);
	},
});
