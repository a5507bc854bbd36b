import type { VNode } from 'preact';
import type { ItemView, PhoneView } from '../api/view.ts';
import { html, sign, Stage, time, type Shared } from './html.ts';

/** An item in a few words. */
function brief({ kind, message, code, fileId }: ItemView): string {
	if (kind === 'sms') return message ?? '';
	return kind === 'otp' ? `Code ${code ?? ''}` : `Voice file ${fileId ?? ''}`;
}

function Row({ phone, open }: { phone: PhoneView; open: boolean }): VNode {
	const { destination, shown, items } = phone;
	const latest = items.at(-1);
	if (latest === undefined) return html``;
	return html`<li>
		<a href="#/${encodeURIComponent(destination)}" class="row" aria-current=${open}>
			<span class="avatar" aria-hidden="true">${destination.slice(-2)}</span>
			<b>${shown}</b>
			${time(latest.at)}
			<span class="row-text" dir="auto">
				${latest.kind !== 'sms' && sign('✆')}${brief(latest).slice(0, 200)}
			</span>
			<${Stage} item=${latest} brief=${true} />
		</a>
	</li>`;
}

/** The phones, the one with the latest message first. */
export function Phones({ view, search, phone }: Shared): VNode {
	if (view.phones.length === 0)
		return html`<p class="empty">
			${search === '' ? 'No messages yet. What is sent shows up here.' : 'Nothing found.'}
		</p>`;
	return html`<ul class="phones" aria-label="Phones">
		${view.phones.map(
			(one) =>
				html`<${Row} key=${one.destination} phone=${one} open=${one.destination === phone} />`,
		)}
	</ul>`;
}
