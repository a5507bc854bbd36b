import type { IDataObject } from 'n8n-workflow';

import type { Json } from '../../lib/json';
import type { Endpoint } from '../../request/endpoint';
import { anyMember } from '../../response/members';
import { defineOperation } from '../operation';

/** Where the credit is asked for; the credential's test asks there too. */
export const CREDIT: Endpoint = { host: 'call', path: '/v1/report/credit' };

export const getCredit = defineOperation({
	resource: 'report',
	name: 'Get Credit',
	value: 'getCredit',
	action: 'Get credit report',
	description: 'Ask how much credit the account has',
	endpoint: CREDIT,
	sends: false,
	fields: [],
	toItems: (_described, response) => [
		{ credit: readCredit(response), response: response as IDataObject },
	],
});

/** The credit as a number, or as the service wrote it; null where the answer names none. */
function readCredit(response: Json): string | number | null {
	const credit = anyMember(response, 'credit') ?? anyMember(anyMember(response, 'data'), 'credit');
	if (typeof credit === 'number') return credit;
	if (typeof credit !== 'string' || credit.trim() === '') return null;
	// Only a number that is written as one, and short enough to keep its digits.
	return /^\s*-?\d{1,15}(\.\d+)?\s*$/.test(credit) ? Number(credit) : credit;
}
