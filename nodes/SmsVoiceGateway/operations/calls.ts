import type { IDataObject } from 'n8n-workflow';

import { alone } from '../row/requests';
import type { Operation } from '../row/operation';
import { warningsOf } from '../row/row';
import { only } from '../options/group';
import { limits, speedOfOneEach } from '../options/limits';
import { SENDING } from '../options/options';
import { sendingHours } from '../options/time';

const describe = (row: { fields: { destination: string } }): IDataObject => ({
	destination: row.fields.destination,
});

/** The id of a call, where an answer names just one. */
const callIdOf = ([callId, ...others]: readonly string[]): IDataObject =>
	callId === undefined || others.length > 0 ? {} : { callId };

/** What all calls have in common: one row, one request. */
export const aCall = {
	resource: 'call',
	sends: true,
	options: {
		...SENDING,
		limits: only(
			limits,
			'maxMessages',
			'maxPerNumber',
			'perHours',
			'minCredit',
			'stopAfterFailures',
		),
		speed: speedOfOneEach,
		time: sendingHours,
	},
	results: ['callId', 'response'],
	share: alone,
	toBody: ([row]) => ({ ...row?.fields }),
	sentBefore: (row, ids) => ({ ...describe(row), ...callIdOf(ids) }),
	dryRun: (row, { request }) => ({
		...describe(row),
		...warningsOf(row),
		...(request && { request }),
	}),
	toItems: (rows, response, _batch, said) =>
		rows.map((row, index) => {
			const { ids = [], warning } = said[index] ?? {};
			return [
				{
					outcome: 'accepted',
					...describe(row),
					...callIdOf(ids),
					...warningsOf(row, warning),
					response: response as IDataObject,
				},
			];
		}),
} satisfies Partial<Operation<{ destination: string }>>;
