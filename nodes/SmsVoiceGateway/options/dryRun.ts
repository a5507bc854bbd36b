import { onOff } from './option';

/** 'Dry Run'. */
export const dryRun = onOff(
	'Dry Run',
	'Whether to check everything and show what would be sent, and the credit there is, without sending anything',
	{
		// Applies only once the option is added: who adds it and forgets the switch would send for real.
		...{ default: true, usual: false },
		hint: 'Add it as true for a workflow that is tried out, and remove it when it is to send: without the option the node sends.',
		...{ keepsBack: true, byRow: true },
	},
);
