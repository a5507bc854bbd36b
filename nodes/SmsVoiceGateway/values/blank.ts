/** Anything that a person can see: no space, control, mark of direction or width, or the blank of Braille. */
const SEEN = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a value is nothing, or a text in which a person sees nothing. */
export const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && !SEEN.test(value));
