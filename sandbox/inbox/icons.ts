import type { VNode } from 'preact';
import { html } from './html.ts';

const PATHS = {
	messages: 'M4 5h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-8l-5 4v-4H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1z',
	requests: 'M8 6l-5 6 5 6M16 6l5 6-5 6',
	overview: 'M4 20V10M10 20V4M16 20v-8M21 20H3',
	faults: 'M13 2L4 14h7l-1 8 9-12h-7z',
	call: 'M6 3h3l2 5-2.5 1.5a11 11 0 0 0 6 6L16 13l5 2v3a3 3 0 0 1-3 3C10 21 3 14 3 6a3 3 0 0 1 3-3z',
	search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16.5 16.5L21 21',
	back: 'M15 5l-7 7 7 7',
	close: 'M6 6l12 12M18 6L6 18',
	clear: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13',
	scheduled: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4l3 2',
	queued: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4l3 2',
	sent: 'M5 13l4 4L19 7',
	delivered: 'M2 13l4 4L16 7M11 16l1 1L22 7',
	failed: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v5M12 16v.01',
	refused: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM6.5 6.5l11 11',
	light:
		'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5L19 19M19 5l-1.5 1.5M6.5 17.5L5 19',
	dark: 'M20 14A8 8 0 1 1 10 4a6.5 6.5 0 0 0 10 10z',
	system: 'M4 5h16v11H4zM9 20h6M12 16v4',
	sound: 'M4 10v4h4l5 4V6L8 10zM17 9a4 4 0 0 1 0 6',
	details: 'M5 12v.01M12 12v.01M19 12v.01',
	credit:
		'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM9.5 14.5c.5 1 1.500 1.500 2.500 1.500 1.500 0 2.500-.8 2.500-2s-1-1.700-2.500-2-2.500-.8-2.500-2 1-2 2.500-2c1 0 2 .5 2.500 1.500M12 6.500v11',
	help: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM9.800 10a2.200 2.200 0 1 1 3.200 2c-.7.400-1 .8-1 1.500M12 16v.01',
} as const;

export type IconName = keyof typeof PATHS;

/** A drawing that says nothing a screen reader would need: a text stands beside it. */
export const icon = (name: IconName): VNode =>
	html`<svg class="icon icon-${name}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
		<path d=${PATHS[name]} />
	</svg>`;
