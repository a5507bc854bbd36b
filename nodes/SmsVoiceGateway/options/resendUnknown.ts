import { readSwitch } from '../values/switch';
import type { Option } from './option';

/** 'Resend Unknown'. */
export const resendUnknown: Option<boolean> = {
	property: {
		displayName: 'Resend Unknown',
		name: 'resendUnknown',
		type: 'boolean',
		default: false,
		description:
			"Whether Retry On Fail, n8n's Retry and Send Once send again what may have been sent: it may arrive twice",
		builderHint: {
			propertyHint: 'Leave it out unless the user accepts that a message may arrive twice.',
		},
	},
	usual: false,
	read: readSwitch,
};
