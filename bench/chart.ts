import { axis, round, type Axis } from './axis.ts';
import { STYLE, type Colour } from './chart-style.ts';

export interface Series {
	label: string;
	/** The class of the line, which gives it its colour. */
	colour: Colour;
	points: Array<{ x: number; y: number }>;
}

export interface ChartText {
	title: string;
	x: string;
	y: string;
	/** The text at a tick of the vertical axis. */
	tick(value: number): string;
}

const WIDTH = 800;
const HEIGHT = 440;
const PLOT = { left: 84, right: WIDTH - 230, top: 56, bottom: HEIGHT - 60 };

const escaped = (text: string): string =>
	text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;');

/** A chart as SVG, with both axes in powers of ten. */
export function chart(series: Series[], text: ChartText): string {
	const points = series.flatMap((one) => one.points);
	const x = axis(
		points.map((point) => point.x),
		PLOT.left,
		PLOT.right,
	);
	const y = axis(
		points.map((point) => point.y),
		PLOT.bottom,
		PLOT.top,
	);
	const middle = { x: (PLOT.left + PLOT.right) / 2, y: (PLOT.top + PLOT.bottom) / 2 };
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${escaped(text.title)}">`,
		`<style>${STYLE}</style>`,
		label(PLOT.left, 28, text.title, 'class="title"'),
		...x.ticks.map((value) => line(x.at(value), PLOT.top, x.at(value), PLOT.bottom)),
		...y.ticks.map((value) => line(PLOT.left, y.at(value), PLOT.right, y.at(value))),
		...x.ticks.map((value) =>
			label(x.at(value), PLOT.bottom + 22, value.toLocaleString('en'), 'text-anchor="middle"'),
		),
		...y.ticks.map((value) =>
			label(PLOT.left - 10, y.at(value) + 4, text.tick(value), 'text-anchor="end"'),
		),
		label(middle.x, HEIGHT - 14, text.x, 'text-anchor="middle"'),
		label(20, middle.y, text.y, `text-anchor="middle" transform="rotate(-90 20 ${middle.y})"`),
		...series.flatMap((one) => drawn(one, x, y)),
		...endLabels(series, y),
		'</svg>',
	].join('\n');
}

const line = (x1: number, y1: number, x2: number, y2: number): string =>
	`<line class="grid" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`;

const label = (x: number, y: number, text: string, more = ''): string =>
	`<text x="${x}" y="${y}" ${more}>${escaped(text)}</text>`;

function drawn({ colour, points }: Series, x: Axis, y: Axis): string[] {
	const places = points.map((point) => ({ x: x.at(point.x), y: y.at(point.y) }));
	const path = places.map((place) => `${place.x},${place.y}`).join(' ');
	return [
		`<polyline class="line ${colour}" points="${path}"/>`,
		...places.map((place) => `<circle class="${colour}" cx="${place.x}" cy="${place.y}" r="3.5"/>`),
	];
}

const LABEL_HEIGHT = 17;

/** Each line's name at the height of its last point; those that would overlap are moved down. */
function endLabels(series: Series[], y: Axis): string[] {
	const ends = series
		.flatMap(({ label: text, colour, points }) => {
			const last = points.at(-1);
			return last === undefined ? [] : [{ text, colour, y: y.at(last.y) }];
		})
		.sort((one, other) => one.y - other.y);
	let free = 0;
	return ends.map((end) => {
		const top = Math.max(end.y, free);
		free = top + LABEL_HEIGHT;
		return label(PLOT.right + 10, round(top + 4), end.text, `class="${end.colour}"`);
	});
}
