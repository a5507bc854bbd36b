import type { VNode } from 'preact';
import type { ItemView, RecipientView } from '../api/views.ts';
import { Avatar } from './avatar.ts';
import { html } from './html.ts';
import { icon } from './icons.ts';
import { now } from './state.ts';
import { Ticks } from './ticks.ts';
import { briefly, counted, exactly, figure } from './time.ts';

const opened = Date.now();
const FRESH_MS = 4000;

/** What a message is in one line. */
export function inBrief({ kind, text = '', code = '', fileId = '' }: ItemView): string {
	if (kind === 'otp') return `Call with the code ${code}`;
	return kind === 'voiceFile' ? `Call that plays ${fileId}` : text;
}

const mark = ({ kind, taken }: ItemView): VNode | false =>
	taken ? kind !== 'sms' && icon('call') : html`<span class="bad">${icon('refused')}</span>`;

/** One phone in the list, with its latest message; it lights up when one arrives. */
export function RecipientRow({ view }: { view: RecipientView }): VNode {
	const { destination, shown, count, unread, latest } = view;
	const fresh = latest.at > opened && now() - latest.at < FRESH_MS;
	return html`
		${fresh && html`<span class="glow" key=${latest.id}></span>`}
		<${Avatar} destination=${destination} />
		<span class="row-name" dir="auto">${shown}</span>
		<time class="row-time" title=${exactly(latest.at)}>${briefly(latest.at, now())}</time>
		<span class="row-text">
			${mark(latest)} ${!latest.taken && html`<span class="unseen">Not sent: </span>`}
			<span class="row-words" dir="auto">${inBrief(latest).slice(0, 200)}</span>
		</span>
		<span class="row-end">
			<${Ticks} item=${latest} brief />
			${
				unread > 0
					? html`<span class="badge">${figure(unread)}<span class="unseen"> unread</span></span>`
					: html`<span class="row-count" title=${counted(count, 'message')}
							>${figure(count)}<span class="unseen"
								>${count === 1 ? ' message' : ' messages'}</span
							></span
						>`
			}
		</span>
	`;
}
