import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { WholeRequestView } from '../api/views.ts';
import { get } from './ask.ts';
import { faultName } from './faultWords.ts';
import { html } from './html.ts';
import { icon } from './icons.ts';
import { prettyTokens } from './pretty.ts';
import { shownRequest, summary } from './state.ts';
import { counted, exactly, figure } from './time.ts';

function Raw({ name, text, length }: { name: string; text: string; length: number }): VNode {
	const tokens = prettyTokens(text);
	return html`<section>
		<h3>${name}</h3>
		<pre class="raw" tabindex="0" role="region" aria-label=${name} dir="ltr">
${
				tokens === undefined
					? text || '(empty)'
					: tokens.map(({ kind, text: word }) =>
							kind === 'mark' ? word : html`<span class="json-${kind}" dir="auto">${word}</span>`,
						)
			}</pre>
		${
			length > text.length &&
			html`<p class="muted">The beginning of ${figure(length)} characters.</p>`
		}
	</section>`;
}

const verdict = ({ accepted, underWay, status }: WholeRequestView): string => {
	if (underWay) return 'Waits for its answer';
	const answered = status === undefined ? 'no answer' : `HTTP ${status}`;
	return `${accepted ? 'Accepted' : 'Not carried out'}, ${answered}`;
};

function Whole({ request }: { request: WholeRequestView }): VNode {
	const { id, at, method, path, accepted, underWay, fault, reason, headers } = request;
	const { body, bodyLength, answer, answerLength, loginCorrect, destinations } = request;
	return html`
		<p class="verdict verdict-${underWay ? 'waits' : accepted ? 'good' : 'bad'}">
			${verdict(request)}
		</p>
		<dl class="facts">
			<dt>Request</dt>
			<dd><code>${method} ${path}</code></dd>
			<dt>Arrived</dt>
			<dd>${exactly(Date.parse(at))} · ${id}</dd>
			<dt>Meant for</dt>
			<dd>${counted(destinations, 'phone')}</dd>
			<dt>Login</dt>
			<dd>${loginCorrect ? 'right' : 'wrong or missing'}; the password is never shown</dd>
			${
				fault !== undefined &&
				html`<dt>Fault</dt>
					<dd>${faultName(fault)}</dd>`
			}
			${
				reason !== undefined &&
				html`<dt>Reason</dt>
					<dd dir="auto">${reason}</dd>`
			}
		</dl>
		<${Raw} name="Body" text=${body} length=${bodyLength} />
		${
			answer === undefined
				? html`<section>
						<h3>Answer</h3>
						<p class="muted">${underWay ? 'None yet.' : 'None: the connection was dropped.'}</p>
					</section>`
				: html`<${Raw} name="Answer" text=${answer} length=${answerLength} />`
		}
		<section>
			<h3>Headers</h3>
			<dl class="headers">
				${Object.entries(headers).map(
					([name, value]) =>
						html`<dt>${name}</dt>
							<dd>${value}</dd>`,
				)}
			</dl>
		</section>
	`;
}

/** One request as it came, and what was answered. */
export function RequestDialog(): VNode {
	const dialog = useRef<HTMLDialogElement>(null);
	const id = shownRequest.value;
	const [request, setRequest] = useState<WholeRequestView | 'gone'>();
	useEffect(() => {
		if (id === undefined) return setRequest(undefined);
		void get<WholeRequestView>(`/inbox/requests/${encodeURIComponent(id)}`).then(setRequest, () =>
			setRequest('gone'),
		);
	}, [
		id,
		summary.value?.epoch,
		request !== 'gone' && request?.underWay && summary.value?.revision,
	]);
	useEffect(() => {
		if (id === undefined) dialog.current?.close();
		else if (dialog.current?.open === false) dialog.current.showModal();
	}, [id]);
	const close = () => (shownRequest.value = undefined);
	return html`<dialog
		class="drawer"
		ref=${dialog}
		aria-labelledby="request-title"
		onClose=${close}
		onClick=${({ target }: Event) => target === dialog.current && close()}
	>
		<div class="drawer-inside">
			<header class="drawer-head">
				<h2 id="request-title">Request</h2>
				<button type="button" class="round" aria-label="Close" onClick=${close}>
					${icon('close')}
				</button>
			</header>
			${request === 'gone' && html`<p class="muted">It was cleared.</p>`}
			${request !== 'gone' && request !== undefined && html`<${Whole} request=${request} />`}
		</div>
	</dialog>`;
}
