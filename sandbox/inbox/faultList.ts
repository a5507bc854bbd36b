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

export const refuseTexts = (destination: string): Fault => ({
	match: { host: 'sms', destination },
	fault: { kind: 'refuse', code: 1010 },
});

const same = (a: Fault, b: Fault): boolean =>
	JSON.stringify([a.match, a.fault]) === JSON.stringify([b.match, b.fault]);

/** The faults with this one switched on where it is off, and off where it is on. */
export function toggled({ faults }: View, fault: Fault): { isOn: boolean; faults: Fault[] } {
	const others = faults.map((one) => one.fault).filter((one) => !same(one, fault));
	const isOn = others.length < faults.length;
	return { isOn, faults: isOn ? others : [...others, fault] };
}
