import type { FieldsOf } from '../fields/field';
import { code, destination } from '../fields/rowFields';
import { aCall } from './calls';
import { defineOperation } from './panel';

const fields = [destination, code] as const;

export const sendCode = defineOperation<FieldsOf<typeof fields>>({
	...aCall,
	name: 'Send Code',
	value: 'sendCode',
	action: 'Send one-time code by call',
	description: 'Call a number and read out a one-time code (OTP)',
	builderHint:
		'A one-time code (OTP) read out by call. Make the code in a node before, with as many digits as the user wants, and keep it there to compare: it is not in the output. To send a code as a text use resource "sms", operation "send".',
	endpoint: { host: 'call', path: '/v1/call/otp' },
	secretFields: ['code'],
	fields,
	content: ({ code }) => ({ code }),
});
