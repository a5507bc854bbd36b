import type { Item } from './item.ts';
import { isSpoilt } from './item.ts';

/** What happened within one second. */
export interface Second {
	accepted: number;
	refused: number;
	faults: number;
}

/** Sums that go up with each item; nothing has to be counted again. */
export class Totals {
	accepted = 0;
	refused = 0;
	/** Not taken because of a fault. */
	faults = 0;
	texts = 0;
	calls = 0;
	/** Message parts of all accepted texts: what was paid for, beside the calls. */
	parts = 0;
	/** How many accepted texts have one part, two, …; the last entry holds the longer ones. */
	readonly byParts = [0, 0, 0, 0, 0];
	readonly byEncoding = { 'GSM-7': 0, 'UCS-2': 0 };
	/** By the second since 1970. */
	readonly seconds = new Map<number, Second>();

	add({ message, taken, request, parts }: Item): void {
		const key = Math.floor(Date.parse(message.at) / 1000);
		const second = this.seconds.get(key) ?? { accepted: 0, refused: 0, faults: 0 };
		this.seconds.set(key, second);
		const outcome = taken ? 'accepted' : isSpoilt(request) ? 'faults' : 'refused';
		this[outcome] += 1;
		second[outcome] += 1;
		if (!taken) return;
		this[message.kind === 'sms' ? 'texts' : 'calls'] += 1;
		if (parts === undefined) return;
		this.parts += parts.parts;
		const bar = Math.min(parts.parts, this.byParts.length) - 1;
		this.byParts[bar] = (this.byParts[bar] ?? 0) + 1;
		this.byEncoding[parts.encoding] += 1;
	}
}
