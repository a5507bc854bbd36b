import { sleep } from 'n8n-workflow';

/** For so long reading rows may keep n8n from anything else: milliseconds. */
const LONGEST = 50;

/** Lets n8n do other work now and then: the editor's, other executions', the Stop button's. */
export class TimeSlice {
	private since = Date.now();

	get isOver(): boolean {
		return Date.now() - this.since > LONGEST;
	}

	/** Resolves when n8n has done what waited. */
	async next(): Promise<void> {
		await sleep(0);
		this.since = Date.now();
	}
}
