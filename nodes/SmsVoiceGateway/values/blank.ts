/** Whether a value is nothing, or a text without anything that a person has typed. */
export const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
