import type { View } from '../api/view.ts';
import type { Fault } from '../faults/faults.ts';
import type { FaultAction } from '../faults/table.ts';

/** What can go wrong, ready to be switched on. All others can be set from the command line. */
export const CHOICES: ReadonlyArray<[name: string, fault: FaultAction]> = [
	['Slow answers (5 s)', { kind: 'delay', ms: 5000 }],
	['Taken, but the connection drops', { kind: 'drop', when: 'after' }],
	['Connection drops, nothing sent', { kind: 'drop', when: 'before' }],
	['Taken, but half of the answer is missing', { kind: 'truncate' }],
	['Service down (503)', { kind: 'status', status: 503 }],
	['Too many requests (wait 3 s)', { kind: 'tooManyRequests', retryAfter: 3 }],
	['Login refused', { kind: 'unauthorized' }],
	['No credit (1006)', { kind: 'refuse', code: 1006 }],
	['Number refused (1010)', { kind: 'refuse', code: 1010 }],
	['Sender refused (1002)', { kind: 'refuse', code: 1002 }],
	['Daily cap reached (1009)', { kind: 'refuse', code: 1009 }],
	['Not at this hour (1013)', { kind: 'refuse', code: 1013 }],
	['Password expired (1015)', { kind: 'refuse', code: 1015 }],
	['Web page instead of an answer (403)', { kind: 'html', status: 403 }],
	['Answers of another service', { kind: 'family', family: 'retStatus' }],
];

const identityOf = ({ match, fault }: Fault): string => JSON.stringify([match, fault]);

/** The faults but for this one, whatever is left of it. */
export const without = ({ faults }: View, fault: Fault): Fault[] =>
	faults.map((one) => one.fault).filter((one) => identityOf(one) !== identityOf(fault));
