import type { IExecuteFunctions } from 'n8n-workflow';

import type { Run } from '../dispatch/run';
import type { ToRequest } from './request';
import type { Settings } from './settings';
import type { UniqueKeys } from './uniqueKeys';

/** What the batches of one try have in common. */
export interface Course {
	context: IExecuteFunctions;
	run: Run;
	settings: Settings;
	/** Whether a failure lets the others leave all the same. */
	goesOn: boolean;
	/** Set by the first failure in stop mode: nothing is sent any more. */
	stopped: boolean;
	keys?: UniqueKeys;
	toRequest: ToRequest;
}
