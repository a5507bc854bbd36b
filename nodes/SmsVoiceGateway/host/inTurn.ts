/** In this module, as a mutex has to stand where all executions of the process find it. */
const queues = new Map<unknown, Promise<unknown>>();

/**
 * Runs `work` when all that was asked for earlier at the same `place`, in this process, has ended. Throws where the
 * execution is stopped before that.
 */
export async function inTurn<T>(
	place: unknown,
	work: () => Promise<T>,
	signal?: AbortSignal,
): Promise<T> {
	let leave: () => void = () => undefined;
	const stopped = new Promise<never>((_, reject) => {
		leave = () => reject(new Error('the execution was stopped'));
	});
	stopped.catch(() => undefined);
	signal?.addEventListener('abort', leave);
	const begin = async () => {
		signal?.removeEventListener('abort', leave);
		return await (signal?.aborted ? stopped : work());
	};
	const before = queues.get(place) ?? Promise.resolve();
	const mine = before.then(begin);
	const settled = mine.catch(() => undefined);
	queues.set(place, settled);
	void settled.then(() => {
		if (queues.get(place) === settled) queues.delete(place);
	});
	if (signal?.aborted) leave();
	return await Promise.race([mine, stopped]);
}
