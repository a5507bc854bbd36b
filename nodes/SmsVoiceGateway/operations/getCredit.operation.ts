import type { IDataObject } from 'n8n-workflow';

import { groupBy } from '../row/requests';
import { additionalFields } from '../options/extraRequestFields';
import { includeInput } from '../options/options';
import { readCredit } from '../service/entries';
import { CREDIT } from '../wire/target';
import { defineOperation } from './panel';

const NO_NUMBER =
	"The service's answer has a credit that can be read in more than one way, or has more than a number in it: it stays text.";

export const getCredit = defineOperation<object>({
	resource: 'report',
	name: 'Get Credit',
	value: 'getCredit',
	action: 'Get credit report',
	description: 'Retrieve the credit of the account',
	builderHint:
		'Warn before the credit runs out: compare credit (a number; text where it is ambiguous) with a limit in an IF node. Sends nothing.',
	endpoint: CREDIT,
	sends: false,
	fields: [],
	options: { additionalFields, includeInput },
	// One request for all rows that ask in the same way.
	results: ['credit', 'response'],
	share: groupBy(
		() => [],
		() => [],
		true,
	),
	toBody: ([row]) => ({ ...row?.fields }),
	toItems: (rows, response) => {
		const credit = readCredit(response);
		const warnings = typeof credit === 'string' ? { warnings: [NO_NUMBER] } : {};
		return rows.map(() => [{ credit, ...warnings, response: response as IDataObject }]);
	},
});
