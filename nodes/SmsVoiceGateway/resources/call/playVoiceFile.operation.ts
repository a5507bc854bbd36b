import { destination } from '../../fields/destination';
import { fileId } from '../../fields/identifier';
import { defineOperation } from '../defineOperation';
import { CALL } from './calls';

export const playVoiceFile = defineOperation({
	...CALL,
	name: 'Play Voice File',
	value: 'playVoiceFile',
	action: 'Play voice file in call',
	description: 'Call a number and play a voice file that is stored at the service',
	builderHint:
		'An urgent alert, or the step after a text that was not delivered. The voice file has to be stored in the panel of the provider; a text can not be read out. One call for each input item.',
	endpoint: { host: 'call', path: '/v1/call/voice-file' },
	fields: [destination, fileId],
});
