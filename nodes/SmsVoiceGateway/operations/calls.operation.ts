import type { IDataObject } from 'n8n-workflow';

import { alone } from '../row/requests';
import type { Operation } from '../row/operation';
import { warningsOf } from '../row/row';
import type { FieldsOf } from '../fields/field';
import { code, destination, fileId } from '../fields/rowFields';
import { only } from '../options/group';
import { limits, speedOfOneEach } from '../options/limits';
import { includeInput, SENDING } from '../options/options';
import { sendingHours } from '../options/time';
import { defineOperation } from './panel';

const describe = (row: { fields: { destination: string } }): IDataObject => ({
	destination: row.fields.destination,
});

/** The id of a call, where an answer names just one. */
const callIdOf = ([callId, ...others]: readonly string[]): IDataObject =>
	callId === undefined || others.length > 0 ? {} : { callId };

/** What all calls have in common: one row, one request. */
const aCall = {
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

const withFile = [destination, fileId] as const;

export const playVoiceFile = defineOperation<FieldsOf<typeof withFile>>({
	...aCall,
	name: 'Play Voice File',
	value: 'playVoiceFile',
	action: 'Play voice file in call',
	description: 'Call a number and play a voice file that is stored at the service',
	builderHint:
		'An urgent alert, or the step after a text that was not delivered. The voice file has to be stored in the panel of the provider; a text can not be read out. One call for each input item.',
	endpoint: { host: 'call', path: '/v1/call/voice-file' },
	fields: withFile,
	options: { ...aCall.options, includeInput },
	content: ({ file_id }) => ({ file_id }),
});

const withCode = [destination, code] as const;

export const sendCode = defineOperation<FieldsOf<typeof withCode>>({
	...aCall,
	name: 'Send Code',
	value: 'sendCode',
	action: 'Send one-time code by call',
	description: 'Call a number and read out a one-time code (OTP)',
	builderHint:
		'A one-time code (OTP) read out by call. Make the code in a node before, with as many digits as the user wants, and keep it there to compare: it is not in the output. To send a code as a text use resource "sms", operation "send".',
	endpoint: { host: 'call', path: '/v1/call/otp' },
	secretFields: ['code'],
	fields: withCode,
	content: ({ code }) => ({ code }),
});
