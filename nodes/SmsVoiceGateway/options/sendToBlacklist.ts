import { sentAs } from '../fields/field';
import { readSwitch } from '../values/switch';
import type { Option } from './option';

/** 'Include Opted-Out Recipients': 0 also leaves where it was not added, because the service acts as for 1 without it. */
export const sendToBlacklist: Option<0 | 1> = {
	property: {
		displayName: 'Include Opted-Out Recipients',
		name: 'sendToBlacklist',
		type: 'boolean',
		default: false,
		displayOptions: { show: { '/messagesFrom': ['inputItems'] } },
		description: 'Whether the text also goes to recipients who have opted out of promotional texts',
		builderHint: {
			propertyHint:
				'Leave it out unless the user asks for it: true reaches people who have opted out.',
		},
		routing: sentAs('send_to_blacklist'),
	},
	usual: 0,
	read: (value) => (readSwitch(value) ? 1 : 0),
};
