import type { IDataObject } from 'n8n-workflow';

import { together } from '../../engine/requests';
import { readCredit } from '../../response/credit';
import { CREDIT } from '../../wire/endpoint';
import { defineOperation } from '../operation';

export const getCredit = defineOperation({
	resource: 'report',
	name: 'Get Credit',
	value: 'getCredit',
	action: 'Get credit report',
	description: 'Ask how much credit the account has',
	builderHint:
		'Warn before the credit runs out: compare credit (a number) with a limit in an IF node. Sends nothing.',
	endpoint: CREDIT,
	sends: false,
	fields: [],
	options: [],
	share: together,
	toBody: () => ({}),
	toItems: (rows, response) => {
		const credit = readCredit(response);
		return rows.map(() => [{ credit, response: response as IDataObject }]);
	},
});
