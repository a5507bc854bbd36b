import { render, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { View } from '../api/view.ts';
import { Faults } from './faults.ts';
import { counted, html, type Shared } from './html.ts';
import { Phone } from './phone.ts';
import { Phones } from './phones.ts';
import { Requests } from './requests.ts';

const phoneInHash = (): string => decodeURIComponent(location.hash.replace(/^#\/?/, ''));

/** What the sandbox shows of what is searched for, as it changes; `live` while it is heard. */
function useView(search: string): { view: View | undefined; live: boolean } {
	const [view, setView] = useState<View>();
	const [live, setLive] = useState(false);
	useEffect(() => {
		const events = new EventSource(
			`/_sandbox/inbox/events?${new URLSearchParams({ search }).toString()}`,
		);
		events.onmessage = ({ data }: MessageEvent<string>) => {
			setView(JSON.parse(data) as View);
			setLive(true);
		};
		events.onerror = () => setLive(false);
		return () => events.close();
	}, [search]);
	return { view, live };
}

function usePhone(): string | undefined {
	const [phone, setPhone] = useState(phoneInHash);
	useEffect(() => {
		const look = () => setPhone(phoneInHash());
		addEventListener('hashchange', look);
		return () => removeEventListener('hashchange', look);
	}, []);
	return phone === '' ? undefined : phone;
}

function App(): VNode {
	const [search, setSearch] = useState('');
	const [side, setSide] = useState(false);
	const [request, setRequest] = useState<string>();
	const { view, live } = useView(search);
	const phone = usePhone();
	const change: Shared['change'] = (method, path, body) => {
		void fetch(`/_sandbox${path}`, { method, body: JSON.stringify(body) })
			.then(async (answer) => {
				const { error } = (await answer.json()) as { error?: string };
				if (error !== undefined) alert(error);
			})
			.catch(alert);
	};
	if (view === undefined) return html`<p class="empty">Asking the sandbox …</p>`;
	const showRequest = (id: string | undefined): void => {
		setRequest(id);
		if (id !== undefined) setSide(true);
	};
	const shared: Shared = { view, search, phone, request, showRequest, change };
	const clear = () => {
		if (confirm('Forget all messages and requests? Account, faults and delivery stay.'))
			change('POST', '/inbox/clear');
	};
	const tab = (name: string, isSide: boolean) =>
		html`<button type="button" aria-pressed=${side === isSide} onClick=${() => setSide(isSide)}>
			${name}
		</button>`;
	// Easily left on, and then whatever is tried goes wrong.
	const lasting = view.faults.filter(({ fault }) => fault.times === undefined).length;
	return html`
		<header class="top">
			<img src="/_sandbox/inbox/page/icon.svg" alt="" width="28" height="28" />
			<h1>Inbox</h1>
			<span class="tag">sandbox</span>
			${
				lasting > 0 &&
				html`<button type="button" class="tag tag-fault" onClick=${() => setSide(true)}>
					${counted(lasting, 'lasting fault')}
				</button>`
			}
			<nav class="tabs" aria-label="Parts of the page">
				${tab('Messages', false)} ${tab('Requests, faults', true)}
			</nav>
			<span class="live ${live ? 'live-on' : ''}" role="status">
				${live ? 'Live' : 'Not connected'}
			</span>
			<button type="button" disabled=${view.requests === 0} onClick=${clear}>Clear</button>
		</header>
		<main class="${side ? 'shows-side' : ''} ${phone === undefined ? '' : 'has-phone'}">
			<section class="list" aria-label="All phones">
				<input
					type="search"
					aria-label="Search"
					placeholder="Number, text or id"
					maxlength="200"
					onInput=${({ currentTarget }: { currentTarget: HTMLInputElement }) =>
						setSearch(currentTarget.value)}
				/>
				<${Phones} ...${shared} />
				<p class="hint">
					${counted(view.messages, 'message')}, credit ${view.credit.toLocaleString('en')}.
					${view.messages > 500 && ' Search finds what is older than these.'}
				</p>
			</section>
			<${Phone} key=${phone} ...${shared} />
			<aside class="side">
				<${Faults} ...${shared} />
				<${Requests} ...${shared} />
			</aside>
		</main>
	`;
}

render(html`<${App} />`, document.body);
