const queues = new Map<unknown, Promise<unknown>>();

/** Runs `work` when all that was asked for earlier at the same `place`, in this process, has ended. */
export async function oneAtATime<T>(place: unknown, work: () => Promise<T>): Promise<T> {
	const before = queues.get(place) ?? Promise.resolve();
	const mine = before.then(work, work);
	const settled = mine.catch(() => undefined);
	queues.set(place, settled);
	try {
		return await mine;
	} finally {
		if (queues.get(place) === settled) queues.delete(place);
	}
}
