/** What stands around a value and can't be seen: spaces, and marks of direction, of a byte order, and of no width. */
const AROUND = /^[\s\p{Cf}]+|(?<![\s\p{Cf}])[\s\p{Cf}]+$/gu;

/** A value without it. */
export const withoutUnseen = (text: string): string => text.replace(AROUND, '');
