import { signal } from '@preact/signals';

export type Place = 'messages' | 'requests' | 'overview' | 'faults';

export interface Route {
	place: Place;
	/** Whose thread is open. */
	destination: string | undefined;
}

const PLACES: readonly string[] = ['messages', 'requests', 'overview', 'faults'];

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

function routeOf(hash: string): Route {
	const [, place = '', rest = ''] = hash.split('/');
	if (place === 'to' && rest !== '') return { place: 'messages', destination: decoded(rest) };
	return { place: PLACES.includes(place) ? (place as Place) : 'messages', destination: undefined };
}

/** Where the person is; it follows the address, so that Back works. */
export const route = signal(routeOf(location.hash));
addEventListener('hashchange', () => (route.value = routeOf(location.hash)));

export const placeHref = (place: Place): string => `#/${place}`;

export const threadHref = (destination: string): string =>
	`#/to/${encodeURIComponent(destination)}`;

export function go(href: string): void {
	location.hash = href;
}
