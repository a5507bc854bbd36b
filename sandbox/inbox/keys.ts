import { active } from './recipients.ts';
import type { Place } from './route.ts';
import { go, placeHref, route } from './route.ts';
import { clearSearch } from './searchBar.ts';
import { helpShown } from './state.ts';

const PLACES: Record<string, Place> = { 1: 'messages', 2: 'requests', 3: 'overview', 4: 'faults' };

const find = (selector: string): HTMLElement | null => document.querySelector(selector);

const isWriting = (target: EventTarget | null): boolean =>
	target instanceof HTMLElement && target.closest('input, textarea, select') !== null;

/** Focuses the search, in the view that has one; it may only be drawn after this. */
function toSearch(): void {
	if (find('#search') === null) go(placeHref('messages'));
	const focus = (tries: number): void => {
		const input = find('#search') as HTMLInputElement | null;
		if (input !== null) input.select();
		else if (tries > 0) requestAnimationFrame(() => focus(tries - 1));
	};
	focus(30);
}

function back(target: EventTarget | null): void {
	if (target instanceof HTMLElement && target.id === 'search') {
		if ((target as HTMLInputElement).value !== '') clearSearch();
		else find('#recipients, #requests')?.focus();
	} else if (isWriting(target)) (target as HTMLElement).blur();
	else if (route.value.destination !== undefined) {
		go(placeHref('messages'));
		find('#recipients')?.focus();
	}
}

/** Moving begins in the list of the view, if the person is nowhere yet. */
function intoList(event: KeyboardEvent): void {
	const list = find('#recipients, #requests');
	if (list === null) return;
	// Nobody has been in the list yet: its focus alone brings its first phone.
	const isFirst = list.id === 'recipients' && active.value < 0;
	list.focus();
	if (isFirst) return;
	list.dispatchEvent(new KeyboardEvent('keydown', { key: event.key, bubbles: false }));
}

/** Keys that hold everywhere; lists have their own. */
export function listenToKeys(): void {
	document.addEventListener('keydown', (event) => {
		const { key, target } = event;
		if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
		// A window that is open has the keys to itself, and closes by itself.
		if (find('dialog[open]') !== null) return;
		if (key === 'Escape') return back(target);
		if (isWriting(target)) {
			if (key === 'ArrowDown' && (target as HTMLElement).id === 'search') intoList(event);
			return;
		}
		const place = PLACES[key];
		if (place !== undefined) go(placeHref(place));
		else if (key === '/') toSearch();
		else if (key === '?') helpShown.value = true;
		else if (['j', 'k', 'ArrowDown', 'ArrowUp'].includes(key)) intoList(event);
		else return;
		event.preventDefault();
	});
}
