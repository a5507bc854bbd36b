import type { VNode } from 'preact';
import { Header } from './header.ts';
import { Help } from './help.ts';
import { html } from './html.ts';
import { FaultsView } from './faultsView.ts';
import { OverviewView } from './overviewView.ts';
import { Phone } from './phone.ts';
import { Recipients } from './recipients.ts';
import { RequestDialog } from './requestDialog.ts';
import { RequestsView } from './requestsView.ts';
import { route } from './route.ts';
import { SearchBar } from './searchBar.ts';
import { announcement, problem, summary } from './state.ts';

const ALL = ['accepted', 'refused', 'fault', 'scheduled', 'queued', 'sent', 'delivered', 'failed'];

function Messages(): VNode {
	const { destination } = route.value;
	return html`<div class="messages-view ${destination === undefined ? '' : 'has-phone'}">
		<h1 class="unseen">Messages</h1>
		<section class="list-pane" aria-label="All phones">
			<${SearchBar} known=${ALL} />
			<${Recipients} key=${summary.value?.epoch} />
		</section>
		${
			destination === undefined
				? html`<section class="phone-pane no-phone" aria-label="No phone is open">
						<div class="empty-phone" aria-hidden="true">
							<span></span><span></span><span></span>
						</div>
						<p>Choose a phone to see what it got.</p>
					</section>`
				: html`<${Phone}
						destination=${destination}
						key=${`${summary.value?.epoch} ${destination}`}
					/>`
		}
	</div>`;
}

const VIEWS = {
	messages: Messages,
	requests: RequestsView,
	overview: OverviewView,
	faults: FaultsView,
};

export function App(): VNode {
	const view = VIEWS[route.value.place];
	return html`
		<a
			class="skip"
			href="#main"
			onClick=${(event: Event) => {
				event.preventDefault();
				document.querySelector<HTMLElement>('main')?.focus();
			}}
			>Skip to the content</a
		>
		<${Header} />
		<main class="main" id="main" tabindex="-1">
			${
				problem.value !== '' &&
				html`<p class="problem" role="alert">
					${problem.value}
					<button type="button" class="link" onClick=${() => (problem.value = '')}>Close</button>
				</p>`
			}
			<${view} />
		</main>
		<${RequestDialog} />
		<${Help} />
		<p class="unseen" role="log" aria-live="polite" aria-label="News">${announcement.value}</p>
	`;
}
