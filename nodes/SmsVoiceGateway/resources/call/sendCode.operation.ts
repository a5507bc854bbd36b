import { destination } from '../../fields/destination';
import { code } from '../../fields/identifier';
import { defineOperation } from '../operation';
import { CALL } from './calls';

export const sendCode = defineOperation({
	...CALL,
	name: 'Send Code',
	value: 'sendCode',
	action: 'Send one-time code by call',
	description: 'Call a number and read out a one-time code (OTP)',
	endpoint: { host: 'call', path: '/v1/call/otp' },
	secretFields: ['code'],
	fields: [code, destination],
});
