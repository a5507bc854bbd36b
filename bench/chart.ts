/** One line of the chart, from left to right. */
export type Series = { label: string; points: Array<[x: number, y: number]> };
type Write = (value: number) => string;

/** A colour for each line, on light and on dark: GitHub shows an SVG by the reader's theme. */
const LIGHT = ['#6e7781', '#0969da', '#1b7c83', '#bf3989', '#1a7f37', '#bc4c00'];
const DARK = ['#9198a1', '#4493f8', '#39c5cf', '#db61a2', '#3fb950', '#f0883e'];
const ruleOf = (colour: string, at: number) => `.c${at}{stroke:${colour};fill:${colour}}`;
const STYLE = `<style>
text{font:13px system-ui,sans-serif;fill:#24292f;stroke:none!important}.title{font-size:16px;font-weight:600}
.grid{stroke:#8b949e;stroke-opacity:.35}.line{fill:none!important;stroke-width:2.5}${LIGHT.map(ruleOf).join('')}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}${DARK.map(ruleOf).join('')}}
</style>`;

const [WIDTH, HEIGHT, LABEL_HEIGHT] = [800, 440, 17];
const [LEFT, RIGHT, TOP, BOTTOM] = [84, WIDTH - 230, 56, HEIGHT - 40];

/** An axis in powers of ten, from the one below all values to the one above them. */
function axis(values: number[], from: number, to: number) {
	const powers = values.map(Math.log10);
	const low = Math.floor(Math.min(...powers));
	const high = Math.max(low + 1, Math.ceil(Math.max(...powers)));
	const step = (to - from) / (high - low);
	const at = (value: number) => Math.round(10 * (from + (Math.log10(value) - low) * step)) / 10;
	return { ticks: Array.from({ length: high - low + 1 }, (_, more) => 10 ** (low + more)), at };
}

const label = (x: number, y: number, text: string, more: string) =>
	`<text x="${x}" y="${y}" ${more}>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`;

/** A chart as SVG, both axes in powers of ten; `across` and `up` write a value of each. */
export function chart(series: Series[], title: string, across: Write, up: Write): string {
	const xs = series.flatMap(({ points }) => points.map(([value]) => value));
	const ys = series.flatMap(({ points }) => points.map(([, value]) => value));
	const [x, y] = [axis(xs, LEFT, RIGHT), axis(ys, BOTTOM, TOP)];
	const placed = series.map(({ label: text, points: own }, at) => {
		const places = own.map((point) => [x.at(point[0]), y.at(point[1])]);
		return { text, places, colour: `c${at}`, end: places.at(-1)?.[1] ?? TOP };
	});
	const lines = placed.flatMap(({ places, colour }) => [
		`<polyline class="line ${colour}" points="${places.join(' ')}"/>`,
		...places.map(([cx, cy]) => `<circle class="${colour}" cx="${cx}" cy="${cy}" r="3.5"/>`),
	]);
	// Each line's name at the height of its last point; those that would overlap are moved down.
	const sorted = placed.sort((one, other) => one.end - other.end);
	let free = 0;
	const names = sorted.map(({ text, colour, end }) => {
		free = Math.max(end, free) + LABEL_HEIGHT;
		return label(RIGHT + 10, free - LABEL_HEIGHT + 4, text, `class="${colour}"`);
	});
	const size = `viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"`;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="${title}">${STYLE}`,
		label(LEFT, 28, title, 'class="title"'),
		...x.ticks.map((at) => `<path class="grid" d="M${x.at(at)} ${TOP}V${BOTTOM}"/>`),
		...x.ticks.map((at) => label(x.at(at), BOTTOM + 22, across(at), 'text-anchor="middle"')),
		...y.ticks.map((at) => `<path class="grid" d="M${LEFT} ${y.at(at)}H${RIGHT}"/>`),
		...y.ticks.map((at) => label(LEFT - 10, y.at(at) + 4, up(at), 'text-anchor="end"')),
		...[...lines, ...names, '</svg>\n'],
	].join('\n');
}
