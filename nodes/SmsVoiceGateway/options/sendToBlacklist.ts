import { sentAs } from '../fields/field';
import { readSwitch } from '../values/switch';
import { onOff, type Option } from './option';

/** 'Include Opted-Out Recipients': 0 also leaves where it was not added, because the service acts as for 1 without it. */
export const sendToBlacklist: Option<0 | 1> = {
	...onOff(
		'Include Opted-Out Recipients',
		'Whether the text also goes to recipients who have opted out of promotional texts',
		{
			displayOptions: { show: { '/messagesFrom': ['inputItems'] } },
			hint: 'Leave it out unless the user asks for it: true reaches people who have opted out.',
			routing: sentAs('send_to_blacklist'),
			// A field of the message, as its text is.
			byRow: true,
		},
	),
	usual: 0,
	read: (value) => (readSwitch(value) ? 1 : 0),
};
