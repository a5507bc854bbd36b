/**
 * All text that a value holds anywhere: keys, strings, numbers, and what JSON leaves out of an error
 * (message, stack, cause), once in plain form and once as JSON would write it.
 */
export function everythingIn(value: unknown): string {
	const seen = new Set<object>();
	const found: string[] = [];
	const waiting: unknown[] = [value];
	while (waiting.length > 0) {
		const next = waiting.pop();
		if (typeof next === 'object' && next !== null) {
			if (seen.has(next)) continue;
			seen.add(next);
			if (next instanceof Map || next instanceof Set) waiting.push(...next);
			if (Buffer.isBuffer(next)) found.push(next.toString());
			else {
				for (const key of Object.getOwnPropertyNames(next)) {
					found.push(key);
					waiting.push(Reflect.get(next, key));
				}
			}
		} else if (typeof next === 'string' || typeof next === 'number') {
			found.push(String(next));
		}
	}
	return found.join('\n');
}
