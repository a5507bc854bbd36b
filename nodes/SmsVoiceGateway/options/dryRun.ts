import { readSwitch } from '../values/switch';
import type { Option } from './option';

/** 'Dry Run'. */
export const dryRun: Option<boolean> = {
	property: {
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		// Applies only once the option is added: who adds it and forgets the switch would send for real.
		default: true,
		description:
			'Whether to check everything and show what would be sent, and the credit there is, without sending anything',
		builderHint: {
			propertyHint:
				'Add it as true for a workflow that is tried out, and remove it when it is to send: without the option the node sends.',
		},
	},
	usual: false,
	keepsBack: true,
	read: readSwitch,
};
