import type { INodeProperties } from 'n8n-workflow';

import { sentAs } from '../fields/field';
import { readSwitch } from '../values/switch';
import type { Option } from './option';

const property: INodeProperties = {
	displayName: 'Include Opted-Out Recipients',
	name: 'sendToBlacklist',
	type: 'boolean',
	default: false,
	description: 'Whether the text also goes to recipients who have opted out of promotional texts',
	routing: sentAs('send_to_blacklist'),
};

const read = (value: unknown): 0 | 1 => (readSwitch(value) ? 1 : 0);

/** 'Include Opted-Out Recipients': where it was not added no field leaves, and the service delivers to all. */
export const sendToBlacklist: Option<0 | 1 | undefined> = {
	property: {
		...property,
		builderHint: {
			propertyHint: 'Leave it out, which reaches all: false is for promotional texts.',
		},
	},
	usual: undefined,
	read,
};

/** Of a bulk: 0 also leaves where it was not added, because the service acts as for 1 without it. */
export const bulkToBlacklist: Option<0 | 1> = {
	property: {
		...property,
		displayOptions: { show: { '/messagesFrom': ['inputItems'] } },
		builderHint: {
			propertyHint:
				'Leave it out unless the user asks for it: true reaches people who have opted out.',
		},
	},
	usual: 0,
	read,
};
