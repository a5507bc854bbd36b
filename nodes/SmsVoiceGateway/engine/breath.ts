import { sleep } from 'n8n-workflow';

/** For so long reading rows may keep n8n from anything else: milliseconds. */
const LONGEST_HOLD = 50;

/** Lets n8n do other work now and then: the editor's, other executions', the Stop button's. */
export class Breath {
	private since = Date.now();

	get isDue(): boolean {
		return Date.now() - this.since > LONGEST_HOLD;
	}

	async take(): Promise<void> {
		await sleep(0);
		this.since = Date.now();
	}
}
