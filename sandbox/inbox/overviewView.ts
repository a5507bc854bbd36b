import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Overview } from '../api/overview.ts';
import { get } from './ask.ts';
import { Chart } from './chart.ts';
import { html } from './html.ts';
import { clock, now, summary } from './state.ts';
import { counted, exactly, figure, timeOfDay, timeWithSeconds } from './time.ts';

const spans: Array<[number, string]> = [
	[86_400, 'day'],
	[3600, 'hour'],
	[60, 'minute'],
	[1, 'second'],
];

function spanOf(seconds: number): string {
	const [unit, name] = spans.find(([length]) => seconds % length === 0) ?? [1, 'second'];
	return seconds === unit ? name : `${seconds / unit} ${name}s`;
}

const days = new Intl.DateTimeFormat([], { day: 'numeric', month: 'short' });

const namesOf = ({ step, starts }: Overview['timeline']): string[] => {
	const name = step >= 86_400 ? days.format : step < 60 ? timeWithSeconds : timeOfDay;
	return starts.map((start) => name(start * 1000));
};

const Figure = ({ name, value }: { name: string; value: number }): VNode =>
	html`<div class="card figure">
		<dt>${name}</dt>
		<dd>${figure(value)}</dd>
	</div>`;

/** Everything in sums and small charts. */
export function OverviewView(): VNode {
	const [overview, setOverview] = useState<Overview>();
	// With time, columns become wider and texts arrive: it is asked again while nothing comes in, too.
	const seconds = Math.floor(clock.value / 8);
	useEffect(() => {
		void get<Overview>('/inbox/overview').then(setOverview, () => undefined);
	}, [summary.value?.revision, seconds]);
	if (overview === undefined)
		return html`<div class="panels"><h1 class="title">Overview</h1></div>`;
	const { phones, accepted, refused, faults, texts, calls, parts } = overview;
	const { timeline, stages, byParts, byEncoding } = overview;
	const since = timeline.starts[0] ?? Math.floor(now() / 1000);
	return html`<div class="panels">
		<h1 class="title">Overview</h1>
		<p class="lead">${counted(accepted, 'message')} accepted since ${exactly(since * 1000)}</p>
		<dl class="figures">
			<${Figure} name="Phones" value=${phones} />
			<${Figure} name="Texts" value=${texts} />
			<${Figure} name="Calls" value=${calls} />
			<${Figure} name="Parts paid for" value=${parts} />
			<${Figure} name="Refused" value=${refused} />
			<${Figure} name="Lost to faults" value=${faults} />
		</dl>
		<${Chart}
			title="Messages over time"
			names=${namesOf(timeline)}
			note=${`Each column is one ${spanOf(timeline.step)}.`.replace('one 1', '1')}
			series=${[
				{ name: 'Accepted', colour: '--good', values: timeline.accepted },
				{ name: 'Refused', colour: '--bad', values: timeline.refused },
				{ name: 'Lost to faults', colour: '--warn', values: timeline.faults },
			]}
		/>
		<div class="columns">
			<${Chart}
				title="Where they are"
				names=${['Scheduled', 'Queued', 'Sent', 'Delivered', 'Failed', 'Refused', 'Lost']}
				note="Texts by their delivery, what was refused, and what was lost to faults."
				series=${[
					{
						name: 'Messages',
						colour: '--accent',
						values: [
							...[stages.scheduled, stages.queued, stages.sent, stages.delivered, stages.failed],
							...[refused, faults],
						],
					},
				]}
			/>
			<${Chart}
				title="Parts of a text"
				names=${['1 part', '2 parts', '3 parts', '4 parts', '5 or more']}
				note=${`${figure(byEncoding['GSM-7'] ?? 0)} in GSM-7, ${figure(byEncoding['UCS-2'] ?? 0)} in UCS-2.`}
				series=${[{ name: 'Texts', colour: '--accent', values: byParts }]}
			/>
		</div>
	</div>`;
}
