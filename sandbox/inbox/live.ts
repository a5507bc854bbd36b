import type { Summary } from '../api/inbox.ts';
import { connected, hear, summary } from './state.ts';

/** Listens to the sandbox as long as the page is open. The browser comes back by itself, with the id it saw last. */
export function listen(): void {
	const events = new EventSource('/_sandbox/inbox/events');
	events.addEventListener('change', ({ data }: MessageEvent<string>) => {
		const news = JSON.parse(data) as Summary;
		// Another run of the sandbox, perhaps another version: begin anew.
		if (summary.value !== undefined && summary.value.run !== news.run) location.reload();
		else hear(news);
	});
	events.addEventListener('open', () => (connected.value = true));
	events.addEventListener('error', () => {
		connected.value = false;
		// Closed for good, as after an answer that is no stream: the browser does not try again by itself.
		if (events.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
	});
}
