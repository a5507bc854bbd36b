import { signal } from '@preact/signals';
import type { Summary } from '../api/inbox.ts';
import type { Outcome } from '../threads/item.ts';

/** What the sandbox said last of itself; undefined until it has said something. */
export const summary = signal<Summary | undefined>(undefined);

/** Whether the sandbox is heard. */
export const connected = signal(false);

/** How far the sandbox's clock is ahead of the browser's, in milliseconds. */
let ahead = 0;

export function hear(news: Summary): void {
	ahead = news.now - Date.now();
	summary.value = news;
	connected.value = true;
}

/** The instant on the sandbox's clock. */
export const now = (): number => Date.now() + ahead;

/** Goes up while time passes; read it to be drawn again. */
export const clock = signal(0);
setInterval(() => (clock.value += 1), 250);

export const search = signal('');
export const outcome = signal<Outcome | ''>('');

/** The request whose whole record is shown. */
export const shownRequest = signal<string | undefined>(undefined);
export const helpShown = signal(false);

/** What a screen reader is told. */
export const announcement = signal('');

/** What went wrong with something the person asked for. */
export const problem = signal('');

/** Does what was asked; where that fails, says so. */
export async function trying(work: Promise<unknown>): Promise<boolean> {
	try {
		await work;
		problem.value = '';
		return true;
	} catch (error) {
		problem.value = error instanceof Error ? error.message : String(error);
		return false;
	}
}
