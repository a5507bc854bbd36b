import type { VNode } from 'preact';
import { post } from './ask.ts';
import { html } from './html.ts';
import type { IconName } from './icons.ts';
import { icon } from './icons.ts';
import type { Place } from './route.ts';
import { go, placeHref, route } from './route.ts';
import { connected, helpShown, summary, trying } from './state.ts';
import { THEMES, theme } from './theme.ts';
import { figure } from './time.ts';

const PLACES: ReadonlyArray<[Place & IconName, string]> = [
	['messages', 'Messages'],
	['requests', 'Requests'],
	['overview', 'Overview'],
	['faults', 'Faults'],
];

function Link({
	place,
	name,
	mark = 0,
	what,
}: {
	place: Place & IconName;
	name: string;
	mark?: number;
	what?: string;
}): VNode {
	const here = route.value.place === place;
	return html`<a href=${placeHref(place)} class="place" aria-current=${here ? 'page' : undefined}>
		${icon(place)}<span>${name}</span>
		${mark > 0 && html`<span class="badge">${figure(mark)}<span class="unseen"> ${what}</span></span>`}
	</a>`;
}

function ThemeButton(): VNode {
	const next = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'system';
	return html`<button
		type="button"
		class="round"
		title=${`Colours: ${theme.value}`}
		aria-label=${`Colours: ${theme.value}. Change to ${next}`}
		onClick=${() => (theme.value = next)}
	>
		${icon(theme.value)}
	</button>`;
}

const clear = async (): Promise<void> => {
	if (!confirm('Forget all messages and requests? Account, faults and delivery stay as they are.'))
		return;
	if (await trying(post('/inbox/clear'))) go(placeHref('messages'));
};

/** Where one is, where one can go, and how the sandbox is. */
export function Header(): VNode {
	const { unread = 0, faults = 0, credit = 0, messages = 0, requests = 0 } = summary.value ?? {};
	return html`<header class="top">
		<a class="brand" href=${placeHref('messages')}>
			<img src="/_sandbox/inbox/assets/page/icon.svg" alt="" width="30" height="30" />
			<span>Inbox</span><span class="brand-tag">sandbox</span>
		</a>
		<nav class="places" aria-label="Views">
			${PLACES.map(
				([place, name]) =>
					html`<${Link}
						place=${place}
						name=${name}
						mark=${place === 'messages' ? unread : place === 'faults' ? faults : 0}
						what=${place === 'messages' ? 'unread' : 'in force'}
					/>`,
			)}
		</nav>
		<div class="top-end">
			<a class="chip" href=${placeHref('faults')} title="Credit left">
				${icon('credit')}<span><span class="unseen">Credit left: </span>${figure(credit)}</span>
			</a>
			<span class="live ${connected.value ? 'live-on' : ''}" role="status">
				<i aria-hidden="true"></i>${connected.value ? 'Live' : 'Not connected'}
			</span>
			<${ThemeButton} />
			<button
				type="button"
				class="round not-narrow"
				aria-label="Keys"
				title="Keys (?)"
				onClick=${() => (helpShown.value = true)}
			>
				${icon('help')}
			</button>
			<button
				type="button"
				class="button clear"
				title="Forgets messages and requests; account, faults and delivery stay"
				disabled=${messages === 0 && requests === 0}
				onClick=${() => void clear()}
			>
				${icon('clear')}<span>Clear messages</span>
			</button>
		</div>
	</header>`;
}
