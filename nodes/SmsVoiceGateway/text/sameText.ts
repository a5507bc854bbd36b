import { asciiDigits } from '../numbers/digits';
import { withoutUnseen } from './wording';

/** Any of the marks that end a line. */
const LINE_BREAK = /\r\n|[\r\u0085\u2028\u2029]/g;

/** Letters that Arabic and Persian keyboards write in two ways. */
const LETTERS: Readonly<Record<string, string>> = { ي: 'ی', ى: 'ی', ك: 'ک' };

/**
 * What texts have in common that a person takes for one: composed letters, one kind of line break, nothing unseen at the
 * ends.
 */
export const sameText = (text: string): string =>
	withoutUnseen(text.normalize('NFC').replace(LINE_BREAK, '\n'));

/** The same of names: also one case, digits of one script, one ی and one ک, and several blanks as one. */
export const sameName = (name: string): string =>
	asciiDigits(sameText(name))
		.toLowerCase()
		.replace(/[يىك]/g, (letter) => LETTERS[letter] ?? letter)
		.replace(/\s+/g, ' ');
