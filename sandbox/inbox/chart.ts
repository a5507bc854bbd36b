import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import UPlot from 'uplot';
import { html } from './html.ts';
import { painted } from './theme.ts';
import { figure } from './time.ts';

export interface Series {
	name: string;
	/** A custom property of the style sheet. */
	colour: string;
	values: number[];
}

interface Props {
	title: string;
	/** What stands below each column. */
	names: string[];
	/** One on top of the other. */
	series: Series[];
	note?: string;
}

const HEIGHT = 190;

/** A colour of the style sheet as a canvas takes it: there, `var()` and `light-dark()` mean nothing. */
function colourOf(box: HTMLElement, name: string): string {
	const probe = box.appendChild(document.createElement('i'));
	probe.style.color = `var(${name})`;
	const { color } = getComputedStyle(probe);
	probe.remove();
	return color;
}

/** The sum of the first series, of the first two, … : drawn from the last on, they look stacked. */
function stacked(series: Series[]): number[][] {
	const sums = (series[0]?.values ?? []).map(() => 0);
	return series.map(({ values }) =>
		values.map((value, index) => (sums[index] = (sums[index] ?? 0) + value)),
	);
}

function optionsFor(box: HTMLElement, { names, series }: Props): UPlot.Options {
	const [ink, line] = [colourOf(box, '--muted'), colourOf(box, '--line')];
	const font = `12px ${getComputedStyle(box).fontFamily}`;
	const bars = UPlot.paths.bars?.({ size: [0.7, 48], radius: 0.15 });
	const columns = series.map(({ name, colour }) => {
		const fill = colourOf(box, colour);
		return {
			label: name,
			fill,
			stroke: fill,
			width: 0,
			points: { show: false },
			...(bars && { paths: bars }),
		};
	});
	return {
		width: box.clientWidth,
		height: HEIGHT,
		cursor: { show: false },
		legend: { show: false },
		scales: {
			x: { time: false, range: [-0.6, names.length - 0.4] },
			y: { range: (_plot, _low, high) => [0, Math.max(4, Math.ceil(high * 1.1))] },
		},
		series: [{}, ...columns.toReversed()],
		axes: [
			{
				stroke: ink,
				font,
				size: 30,
				grid: { show: false },
				ticks: { show: false },
				space: 60,
				incrs: [1, 2, 5, 10, 15, 20, 30],
				values: (_plot, splits) => splits.map((split) => names[split] ?? ''),
			},
			{
				stroke: ink,
				font,
				size: 46,
				grid: { stroke: line, width: 1 },
				ticks: { show: false },
				incrs: [
					1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000,
				],
				values: (_plot, splits) => splits.map((split) => figure(split)),
			},
		],
	};
}

/** The same as a table: for screen readers, and for whoever opens it. */
function Table({ title, names, series }: Props): VNode {
	return html`<details class="numbers">
		<summary>Numbers of “${title}”</summary>
		<div class="numbers-scroll" tabindex="0" role="region" aria-label=${`Numbers of ${title}`}>
			<table>
				<thead>
					<tr>
						<td></td>
						${series.map(({ name }) => html`<th scope="col">${name}</th>`)}
					</tr>
				</thead>
				<tbody>
					${names.map(
						(name, row) =>
							html`<tr>
								<th scope="row">${name}</th>
								${series.map(({ values }) => html`<td>${figure(values[row] ?? 0)}</td>`)}
							</tr>`,
					)}
				</tbody>
			</table>
		</div>
	</details>`;
}

const total = ({ values }: Series): number => values.reduce((sum, value) => sum + value, 0);

/** A small chart of columns, with its numbers as text. */
export function Chart(props: Props): VNode {
	const { title, names, series, note } = props;
	const box = useRef<HTMLDivElement>(null);
	const data = JSON.stringify([names, series]);
	const colours = painted.value;
	useEffect(() => {
		const element = box.current;
		if (element === null) return;
		const columns = [names.map((_, index) => index), ...stacked(series).toReversed()];
		const plot = new UPlot(optionsFor(element, props), columns as UPlot.AlignedData, element);
		const fit = new ResizeObserver(() =>
			plot.setSize({ width: element.clientWidth, height: HEIGHT }),
		);
		fit.observe(element);
		return () => {
			fit.disconnect();
			plot.destroy();
		};
	}, [data, colours]);
	const said = series.map((one) => `${one.name} ${figure(total(one))}`).join(', ');
	return html`<figure class="card chart">
		<figcaption>
			<h2>${title}</h2>
			${
				series.length > 1 &&
				html`<ul class="legend">
					${series.map(
						({ name, colour }) =>
							html`<li><i style=${{ background: `var(${colour})` }}></i>${name}</li>`,
					)}
				</ul>`
			}
		</figcaption>
		<div class="plot" ref=${box} role="img" aria-label=${`${title}: ${said}`}></div>
		${note && html`<p class="muted">${note}</p>`}
		<${Table} ...${props} />
	</figure>`;
}
