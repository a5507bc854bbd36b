import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Fault } from '../faults/types.ts';
import { addFaults } from './faultList.ts';
import { html } from './html.ts';
import { Refusal } from './ask.ts';
import { trying } from './state.ts';

const EXAMPLE = `{
  "match": { "path": "/webservice/v2rest/sendsms" },
  "times": 2,
  "fault": { "kind": "truncate" }
}`;

async function addWritten(text: string): Promise<void> {
	let written: unknown;
	try {
		written = JSON.parse(text);
	} catch {
		throw new Refusal('That is not valid JSON.');
	}
	await addFaults((Array.isArray(written) ? written : [written]) as Fault[]);
}

/** Everything the sandbox can do wrong, for those who write JSON. */
export function CustomFault(): VNode {
	const [text, setText] = useState(EXAMPLE);
	return html`<form
		class="card"
		onSubmit=${(event: Event) => {
			event.preventDefault();
			void trying(addWritten(text));
		}}
	>
		<h2><label for="custom-fault">Any other fault</label></h2>
		<p class="muted">
			One, or a list. Kinds: status, refuse, delay, drop, truncate, html, redirect, unauthorized,
			tooManyRequests, raw, family; see the sandbox's README.
		</p>
		<textarea
			id="custom-fault"
			rows="6"
			spellcheck=${false}
			value=${text}
			onInput=${({ currentTarget }: { currentTarget: HTMLTextAreaElement }) =>
				setText(currentTarget.value)}
		></textarea>
		<button type="submit" class="button">Add</button>
	</form>`;
}
