import type { Fault } from '../faults/types.ts';
import type { Host } from '../types.ts';

/** A number that the person gives with a preset. */
export interface Setting {
	name: string;
	kind: 'number' | 'seconds';
	start: string;
}

/** A bad day, ready to be switched on. */
export interface Preset {
	id: string;
	title: string;
	words: string;
	setting?: Setting;
	make: (value: string) => Fault;
}

/** The number is refused to one host, or to both. */
export const REFUSE_NUMBER = (destination: string, host?: Host): Fault => ({
	match: { ...(host && { host }), destination },
	fault: { kind: 'refuse', code: 1010, message: 'destination refused', status: 406 },
});

const seconds = (value: string): number => Math.round(Number(value) * 10) / 10;

export const PRESETS: readonly Preset[] = [
	{
		id: 'refuse-number',
		title: 'Refuse a number',
		words: 'One recipient the service does not take. What does the flow do with the others?',
		setting: { name: 'Number', kind: 'number', start: '' },
		make: (value) => REFUSE_NUMBER(value),
	},
	{
		id: 'slow',
		title: 'Slow answers',
		words: 'Everything works, but it takes its time. Does the flow wait, or give up?',
		setting: { name: 'Seconds', kind: 'seconds', start: '5' },
		make: (value) => ({ fault: { kind: 'delay', ms: seconds(value) * 1000 } }),
	},
	{
		id: 'no-credit',
		title: 'No credit',
		words: 'The account is empty, whatever its credit says. Who is told?',
		make: () => ({
			fault: { kind: 'refuse', code: 1006, message: 'credit is not enough', status: 402 },
		}),
	},
	{
		id: 'drop-after',
		title: 'Drop after accepting',
		words: 'The message is sent, but the flow never hears of it. Is it sent twice?',
		make: () => ({ fault: { kind: 'drop', when: 'after' } }),
	},
	{
		id: 'cut-off',
		title: 'Cut off the answer',
		words: 'The message is sent, but half of the answer is missing.',
		make: () => ({ fault: { kind: 'truncate' } }),
	},
	{
		id: 'login',
		title: 'Refuse the login',
		words: 'As if the password had been changed.',
		make: () => ({ fault: { kind: 'unauthorized' } }),
	},
	{
		id: 'too-many',
		title: 'Too many requests',
		words: 'The service asks to come back later, after some seconds.',
		setting: { name: 'Seconds', kind: 'seconds', start: '3' },
		make: (value) => ({
			fault: { kind: 'tooManyRequests', retryAfter: Math.round(Number(value)) },
		}),
	},
	{
		id: 'family',
		title: 'Answers of another service',
		words:
			'The message is sent, but the answer has another form. “Answers” of the credential can teach the node what it means.',
		make: () => ({ fault: { kind: 'family', family: 'retStatus' } }),
	},
	{
		id: 'down',
		title: 'Service down',
		words: 'HTTP 503 for everything.',
		make: () => ({ fault: { kind: 'status', status: 503 } }),
	},
];
