import type { FieldsOf } from '../fields/field';
import { destination, fileId } from '../fields/rowFields';
import { includeInput } from '../options/single';
import { aCall } from './calls';
import { defineOperation } from './panel';

const fields = [destination, fileId] as const;

export const playVoiceFile = defineOperation<FieldsOf<typeof fields>>({
	...aCall,
	name: 'Play Voice File',
	value: 'playVoiceFile',
	action: 'Play voice file in call',
	description: 'Call a number and play a voice file that is stored at the service',
	builderHint:
		'An urgent alert, or the step after a text that was not delivered. The voice file has to be stored in the panel of the provider; a text can not be read out. One call for each input item.',
	endpoint: { host: 'call', path: '/v1/call/voice-file' },
	fields,
	options: { ...aCall.options, includeInput },
	content: ({ file_id }) => ({ file_id }),
});
