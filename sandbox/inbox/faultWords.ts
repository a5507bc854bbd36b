import type { Fault, FaultAction } from '../faults/types.ts';

const NAMES: Record<string, string> = {
	status: 'another HTTP status',
	refuse: 'refused',
	delay: 'slow answer',
	drop: 'connection dropped',
	truncate: 'answer cut off',
	html: 'web page instead of an answer',
	redirect: 'redirect',
	unauthorized: 'login refused',
	tooManyRequests: 'too many requests',
	raw: 'another answer',
	family: 'answer of another service',
};

/** The name of a fault as a request has it recorded, such as `delay+drop`. */
export const faultName = (kinds: string): string =>
	kinds
		.split('+')
		.map((kind) => NAMES[kind] ?? kind)
		.join(' and ');

const takenOrNot = (accept: boolean | undefined): string =>
	accept === true ? 'The message is taken all the same.' : 'Nothing is sent.';

/** What happens to a request that a fault strikes. */
export function effectOf(action: FaultAction): string {
	switch (action.kind) {
		case 'status':
			return `The answer is HTTP ${action.status}. ${takenOrNot(action.accept)}`;
		case 'refuse':
			return `The service says “${action.message}” (code ${action.code}). Nothing is sent.`;
		case 'delay':
			return `The answer comes ${action.ms / 1000} s late. The message is taken.`;
		case 'drop':
			return action.when === 'after'
				? 'The message is taken, but the connection breaks before the answer.'
				: 'The connection breaks. Nothing is sent.';
		case 'truncate':
			return 'The message is taken, but half of the answer is missing.';
		case 'html':
			return `A web page comes instead of the answer. ${takenOrNot(action.accept)}`;
		case 'redirect':
			return `A redirect to ${action.location}. Nothing is sent.`;
		case 'unauthorized':
			return 'The login is refused though it is right. Nothing is sent.';
		case 'tooManyRequests': {
			const wait = action.retryAfter;
			const when = wait === undefined ? '' : `, and again after ${wait} s`;
			return `“Too many requests”${when}. Nothing is sent.`;
		}
		case 'raw':
			return `An answer of your own. ${takenOrNot(action.accept)}`;
		case 'family':
			return `An answer as other services give it (${action.family}). ${takenOrNot(action.refuse !== true)}`;
	}
}

const HOSTS = { sms: 'texts', call: 'calls and credit' };

/** Which requests a fault is about. */
export function aimOf({ match = {} }: Fault): string {
	const { host, path, destination, probability } = match;
	const about = host === undefined ? '' : ` about ${HOSTS[host]}`;
	const whom =
		destination === undefined ? `Every request${about}` : `Requests${about} for ${destination}`;
	const where = path === undefined ? '' : ` to ${path}`;
	const chance =
		probability === undefined ? '' : `, ${Math.round(probability * 100)} of 100 of them by chance`;
	return `${whom}${where}${chance}`;
}

/** How often a fault has struck, and may still. */
export function strikesOf({ times }: Fault, struck: number): string {
	const past =
		struck === 0 ? 'Has not struck yet' : `Struck ${struck} ${struck === 1 ? 'time' : 'times'}`;
	if (times === undefined) return `${past}; strikes every time`;
	return times === 0 ? `${past}; used up` : `${past}; ${times} more to come`;
}
