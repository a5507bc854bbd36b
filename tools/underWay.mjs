const LONG_MS = 3 * 60_000;

/**
 * A reporter of jest's that says what failed as soon as it did, and what takes minutes: jest tells of a file when all of it
 * is over, so a test that hangs would keep back what it is waiting for.
 */
export default class UnderWay {
	timers = new Map();

	onTestCaseStart({ path }, { fullName }) {
		const begun = Date.now();
		const minutes = () => Math.round((Date.now() - begun) / 60_000);
		const say = () => console.error(`… ${path}: ${fullName}: still at it after ${minutes()} min`);
		this.timers.set(path + fullName, setInterval(say, LONG_MS).unref());
	}

	onTestCaseResult({ path }, { fullName, status, failureMessages }) {
		clearInterval(this.timers.get(path + fullName));
		if (status === 'failed') console.error(`✗ ${path}: ${fullName}\n${failureMessages.join('\n')}`);
	}
}
