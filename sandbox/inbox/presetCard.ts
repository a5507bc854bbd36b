import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { Fault } from '../faults/types.ts';
import { addFaults, faults, removeFault } from './faultList.ts';
import { html } from './html.ts';
import type { Preset, Setting } from './presets.ts';
import { trying } from './state.ts';

const HOW_OFTEN: Record<string, [name: string, more: (fault: Fault) => Fault]> = {
	always: ['Every time', (fault) => fault],
	once: ['The next time', (fault) => ({ ...fault, times: 1 })],
	thrice: ['The next 3 times', (fault) => ({ ...fault, times: 3 })],
	chance: [
		'Half the time, by chance',
		(fault) => ({ ...fault, match: { ...fault.match, probability: 0.5 } }),
	],
};

interface InputProps {
	setting: Setting;
	id: string;
	value: string;
	onValue: (value: string) => void;
}

function SettingInput({ setting, id, value, onValue }: InputProps): VNode {
	const isNumber = setting.kind === 'number';
	return html`<label for=${id}>${setting.name}</label>
		<input
			id=${id}
			required
			type=${isNumber ? 'tel' : 'number'}
			pattern=${isNumber ? '\\+?[0-9]+' : undefined}
			title=${isNumber ? 'Digits, as they come in requests' : undefined}
			placeholder=${isNumber ? '09120000000' : undefined}
			min=${isNumber ? undefined : '0'}
			max=${isNumber ? undefined : '60'}
			step=${isNumber ? undefined : 'any'}
			value=${value}
			onInput=${({ currentTarget }: { currentTarget: HTMLInputElement }) =>
				onValue(currentTarget.value)}
		/>`;
}

const sameKind = (a: Fault, b: Fault): boolean =>
	JSON.stringify(a.fault) === JSON.stringify(b.fault) &&
	a.match?.destination === b.match?.destination;

/** One bad day with a switch. It is on where the list of faults has it, whoever put it there. */
export function PresetCard({ preset }: { preset: Preset }): VNode {
	const { title, words, setting, make } = preset;
	const id = useId();
	const [value, setValue] = useState(setting?.start ?? '');
	const [often, setOften] = useState('always');
	const inForce = faults.value.find(
		({ fault }) => fault.times !== 0 && sameKind(fault, make(value)),
	);
	const on = inForce !== undefined;
	const change = (): Promise<void> => {
		const more = HOW_OFTEN[often]?.[1] ?? ((fault: Fault) => fault);
		return on ? removeFault(inForce.fault) : addFaults([more(make(value))]);
	};
	return html`<form
		class="card preset ${on ? 'preset-on' : ''}"
		aria-labelledby="${id}-title"
		onSubmit=${(event: Event) => {
			event.preventDefault();
			void trying(change());
		}}
	>
		<h2 id="${id}-title">${title}</h2>
		<p>${words}</p>
		<div class="preset-settings">
			${
				setting !== undefined &&
				html`<${SettingInput}
					setting=${setting}
					id="${id}-value"
					value=${value}
					onValue=${setValue}
				/>`
			}
			<label for="${id}-often">How often</label>
			<select
				id="${id}-often"
				onChange=${({ currentTarget }: { currentTarget: HTMLSelectElement }) =>
					setOften(currentTarget.value)}
			>
				${Object.entries(HOW_OFTEN).map(
					([key, [name]]) => html`<option value=${key} selected=${key === often}>${name}</option>`,
				)}
			</select>
		</div>
		<button type="submit" class="switch" role="switch" aria-checked=${on ? 'true' : 'false'}>
			<span class="knob" aria-hidden="true"></span>
			<span class="unseen">${title}</span>
			<span aria-hidden="true">${on ? 'On' : 'Off'}</span>
		</button>
	</form>`;
}
