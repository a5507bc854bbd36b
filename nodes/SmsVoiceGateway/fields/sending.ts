import type { INodeProperties } from 'n8n-workflow';

import { MOST_PARALLEL, readParallel } from '../lib/parallel';
import { checking } from '../request/reading';
import { options } from './options';

const dryRun: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	// Applies only once the option is added: who adds it and forgets the switch would send for real.
	default: true,
	description: 'Whether to check everything and show what would be sent, without sending anything',
	builderHint: {
		propertyHint:
			'Add it as true for a workflow that is tried out, and remove it when it is to send: without the option the node sends.',
	},
};

const parallelRequests: INodeProperties = {
	displayName: 'Parallel Requests',
	name: 'parallelRequests',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MOST_PARALLEL, numberPrecision: 0 },
	default: 1,
	description:
		'How many requests may be on their way at once, 1 to 20. With 1 they leave one after the other; if the node stops on errors, nothing more is sent after the first failure. The value of the first item counts.',
	routing: {
		send: { preSend: [checking('parallelRequests', 'Parallel Requests', readParallel)] },
	},
};

const resendUnknown: INodeProperties = {
	displayName: 'Resend Unknown',
	name: 'resendUnknown',
	type: 'boolean',
	default: false,
	description:
		'Whether Retry On Fail sends an item again whose outcome is unknown. It may then arrive twice: the first one may have been sent although no answer came.',
	builderHint: {
		propertyHint: 'Leave it out unless the user accepts that a message may arrive twice.',
	},
};

/** The options of every operation that sends. */
export const sendingOptions: INodeProperties[] = [dryRun, parallelRequests, resendUnknown];

/** All that a call has of options. */
export const callOptions = options(...sendingOptions);
