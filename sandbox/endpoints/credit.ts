import type { Endpoint } from './types.ts';

/** The credit that is left. */
export const creditReport: Endpoint = {
	path: '/v1/report/credit',
	encodings: ['json'],
	fields: [],
	run: (_fields, state) =>
		JSON.stringify({ success: true, error: null, credit: state.account.credit }),
};
