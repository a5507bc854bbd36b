import { destination } from '../../fields/destination';
import { fileId } from '../../fields/identifier';
import { callOptions } from '../../fields/sending';
import { defineOperation } from '../operation';
import { callItem, describeCall } from './outcome';

export const playVoiceFile = defineOperation({
	resource: 'call',
	name: 'Play Voice File',
	value: 'playVoiceFile',
	action: 'Play voice file in call',
	description: 'Call a number and play a voice file that is stored at the service',
	builderHint:
		'An urgent alert, or the step after a text that was not delivered. The voice file has to be stored in the panel of the provider; a text can not be read out. One call for each input item.',
	endpoint: { host: 'call', path: '/v1/call/voice-file' },
	sends: true,
	fields: [fileId, destination, callOptions],
	describe: describeCall,
	toItems: callItem,
});
