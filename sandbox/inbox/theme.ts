import { effect, signal } from '@preact/signals';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'inbox-theme';

const stored = localStorage.getItem(KEY);

/** Light, dark, or as the person's system is. */
export const theme = signal<Theme>(THEMES.find((known) => known === stored) ?? 'system');

effect(() => {
	if (theme.value === 'system') delete document.documentElement.dataset['theme'];
	else document.documentElement.dataset['theme'] = theme.value;
	localStorage.setItem(KEY, theme.value);
});

/** Goes up when the colours change for whatever reason: what is painted rather than styled has to be painted again. */
export const painted = signal(0);
effect(() => {
	void theme.value;
	painted.value = painted.peek() + 1;
});
matchMedia('(prefers-color-scheme: dark)').addEventListener(
	'change',
	() => (painted.value = painted.peek() + 1),
);
