import { oneDestination } from '../request/destinations.ts';
import { text } from '../request/fields.ts';
import { accept, spend } from '../state.ts';
import type { Endpoint } from './types.ts';

const success = (callId: string): string =>
	JSON.stringify({ success: true, error: null, call_id: callId });

/** A call that plays a stored file. */
export const playVoiceFile: Endpoint = {
	path: '/v1/call/voice-file',
	encodings: ['json'],
	fields: ['file_id', 'destination'],
	run(fields, state, requestId) {
		const fileId = text(fields, 'file_id');
		const destination = oneDestination(fields, state.account);
		spend(state, 1);
		return success(accept(state, { kind: 'voiceFile', fileId, destination, requestId }));
	},
};

/** A call that speaks a one-time code. */
export const sendCode: Endpoint = {
	path: '/v1/call/otp',
	encodings: ['json'],
	fields: ['code', 'destination'],
	run(fields, state, requestId) {
		const code = text(fields, 'code');
		const destination = oneDestination(fields, state.account);
		spend(state, 1);
		return success(accept(state, { kind: 'otp', code, destination, requestId }));
	},
};
