/**
 * Lets requests that go side by side begin one by one. n8n opens a connection for each, which stands only when its
 * event loop comes round: answers that came together would otherwise all be read, and all next requests be begun, before
 * the first of these is written; and as they left together, they would come together again.
 */
export class StartQueue {
	private free: Promise<void> = Promise.resolve();

	/** Resolves once whoever passed before has been connected and written, as far as that takes no waiting. */
	pass(): Promise<void> {
		const mine = this.free;
		// One round to connect, and one to write.
		this.free = mine.then(nextRound).then(nextRound);
		return mine;
	}
}

/** Resolves when the event loop has come round. A timer would take a millisecond at least. */
async function nextRound(): Promise<void> {
	const { port1, port2 } = new MessageChannel();
	await new Promise<void>((resolve) => {
		port1.addEventListener('message', () => resolve());
		port1.start();
		port2.postMessage(undefined);
	});
	port1.close();
}
