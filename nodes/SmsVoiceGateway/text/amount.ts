/** A count as a sentence has it, with the noun behind it where there is one: `1,500 messages`, `1 message`. */
export const amount = (count: number, noun?: string): string =>
	`${count.toLocaleString('en-US')}${noun === undefined ? '' : ` ${noun}${count === 1 ? '' : 's'}`}`;
