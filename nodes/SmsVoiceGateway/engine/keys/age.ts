import { entriesOf } from './entries';
import { having } from './facts';
import { ENTRIES_PER_KEY, type Access } from './keyStore';

/** Entries of a key that is to be forgotten after some hours, or for 0 never: with its time, and of what kind that is. */
export const entriesPerKey = (hours: number): number => ENTRIES_PER_KEY + (hours > 0 ? 4 : 0);

/** So many entries are asked for at once: what is added and taken out again must push out no key. */
const ASKED_AT_ONCE = 2000;

const HOUR = 3_600_000;

/** The store can only be asked for a time, so times are whole hours, or days where hours would be too many to ask for. */
const KINDS = [
	{ name: 'hour', length: HOUR },
	{ name: 'day', length: 24 * HOUR },
] as const;

/** Up to so many hours a key's time is kept to the hour. */
const MOST_HOURS = 48;

/** The entries of the time (epoch ms) at which a message ended whose key is to be forgotten after some hours. */
export function entriesOfAge(key: string, hours: number, now: number): string[] {
	const [hour, day] = KINDS;
	const { name, length } = hours > MOST_HOURS ? day : hour;
	return [
		...entriesOf(`${name} ${key}`, 'timed'),
		...entriesOf(`${name} ${Math.floor(now / length)} ${key}`, 'at'),
	];
}

/**
 * Those of some used keys whose messages ended more than `hours` ago; up to an hour later they still count, or a day where
 * a time is kept to the day. A key that was used without a time is never among them.
 */
export async function forgotten(
	access: Access,
	keys: readonly string[],
	hours: number,
	now: number,
): Promise<Set<string>> {
	const old = new Set<string>();
	if (hours === 0) return old;
	for (const { name, length } of KINDS) {
		const timed = await having(
			access,
			keys.map((key) => `${name} ${key}`),
			'timed',
		);
		const ours = keys.filter((key) => timed.has(`${name} ${key}`));
		const first = Math.floor((now - hours * HOUR) / length);
		// One more: the clock of another worker may be ahead.
		const last = Math.floor(now / length) + 1;
		const times = Array.from({ length: last - first + 1 }, (_, index) => first + index);
		const each = Math.max(1, Math.floor(ASKED_AT_ONCE / times.length));
		for (let from = 0; from < ours.length; from += each) {
			const some = ours.slice(from, from + each);
			const named = some.flatMap((key) => times.map((time) => `${name} ${time} ${key}`));
			const recent = await having(access, named, 'at');
			for (const key of some) {
				if (!times.some((time) => recent.has(`${name} ${time} ${key}`))) old.add(key);
			}
		}
	}
	return old;
}

/** All that says of a key that it was used: without these it is a new one. */
export const entriesOfUse = (key: string): string[] => [
	...entriesOf(key, 'accepted'),
	...entriesOf(key, 'unknown'),
	...KINDS.flatMap(({ name }) => entriesOf(`${name} ${key}`, 'timed')),
];
