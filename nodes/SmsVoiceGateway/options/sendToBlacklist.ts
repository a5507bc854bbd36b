import { sentAs } from '../fields/field';
import { readSwitch } from '../values/switch';
import { onOff, type Option } from './option';

const toBlacklist = <U extends 0 | undefined>(
	usual: U,
	own: Parameters<typeof onOff>[2],
): Option<0 | 1 | U> => ({
	...onOff(
		'Include Opted-Out Recipients',
		'Whether the text also goes to recipients who have opted out of promotional texts',
		// A field of the message, as its text is.
		{ ...own, routing: sentAs('send_to_blacklist'), byRow: true },
	),
	usual,
	read: (value) => (readSwitch(value) ? 1 : 0),
});

/** 'Include Opted-Out Recipients': where it was not added no field leaves, and the service delivers to all. */
export const sendToBlacklist = toBlacklist(undefined, {
	hint: 'Leave it out, which reaches all: false is for promotional texts.',
});

/** Of a bulk: 0 also leaves where it was not added, because the service acts as for 1 without it. */
export const bulkToBlacklist = toBlacklist(0, {
	displayOptions: { show: { '/messagesFrom': ['inputItems'] } },
	hint: 'Leave it out unless the user asks for it: true reaches people who have opted out.',
});
