import { effect } from '@preact/signals';
import { render } from 'preact';
import { App } from './app.ts';
import { html } from './html.ts';
import { listenToKeys } from './keys.ts';
import { listen } from './live.ts';
import { summary } from './state.ts';

effect(() => {
	const unread = summary.value?.unread ?? 0;
	document.title = unread === 0 ? 'Inbox · sandbox' : `(${unread}) Inbox · sandbox`;
});

listenToKeys();
listen();
const place = document.querySelector('#app');
if (place !== null) render(html`<${App} />`, place);
