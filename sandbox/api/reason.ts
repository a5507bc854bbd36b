/** Why a request was refused, in the words of its answer; undefined where it says nothing. */
export function reasonOf(answer: string | undefined): string | undefined {
	if (answer === undefined) return undefined;
	try {
		const { meta, error } = JSON.parse(answer) as { meta?: unknown; error?: unknown };
		if (typeof error === 'string') return error;
		const { message, status, code = status } = (meta ?? {}) as Record<string, unknown>;
		if (typeof message !== 'string') return undefined;
		return typeof code === 'number' ? `${message} (code ${code})` : message;
	} catch {
		return undefined;
	}
}
