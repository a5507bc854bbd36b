import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { plainDigits, refuseRounded, splitList } from '../numbers/digits';
import { cleanNumber } from '../numbers/phoneNumber';
import { withoutUnseen } from '../text/wording';
import { emptyProblem, InputProblem, isBlank, quote } from '../values/inputProblem';
import { parseJson } from '../values/json';

/** One field of a row: how it is shown, the wire's name of it, and how its value is read. */
export interface Field<N extends string = string, T = unknown> {
	property: INodeProperties;
	wire: N;
	/**
	 * Throws InputProblem; gives undefined for what is not sent. A value that neighbouring items share is read once, unless it
	 * may warn: say something in the output of a row that is sent all the same.
	 */
	read: (value: unknown, warn: (words: string) => unknown) => T;
	mayWarn?: true;
	/** What it means if an expression within its value gives nothing: a wrong row, or what 'Text → Gaps' says. Without it nothing is looked for. */
	gaps?: 'refuse' | 'asChosen';
}

/** What fields are read as, by the wire's names. */
export type FieldsOf<L extends readonly Field[]> = {
	[F in L[number] as F['wire']]: ReturnType<F['read']>;
};

/** How a field is shown: a text, and `hint` is what n8n's AI workflow builder is told of it. */
type Shown = Omit<INodeProperties, 'type' | 'default'> & { default?: string; hint: string };

/** A field whose value n8n's own routing, too, would send under its wire's name. */
export function defineField<N extends string, T>(
	wire: N,
	{ hint, ...shown }: Shown,
	reader: Omit<Field<N, T>, 'property' | 'wire'>,
): Field<N, T> {
	const property: INodeProperties = {
		type: 'string',
		default: '',
		...shown,
		builderHint: { propertyHint: hint },
		routing: sentAs(wire),
	};
	return { wire, property, ...reader };
}

/** The wire's name of what a property holds; undefined where it is not sent. */
export function wireName({ routing }: Pick<INodeProperties, 'routing'>): string | undefined {
	return routing?.send?.property;
}

/** A routing that sends a value as it is under `name`, where n8n itself reads the declaration. */
export function sentAs(name: string): NonNullable<INodeProperties['routing']> {
	return { send: { type: 'body', property: name } };
}

/** Of what n8n shall not offer where the node is an agent's tool. */
export const NOT_AS_TOOL: IDisplayOptions = { hide: { '@tool': [true] } };

/** UTF-8 can't carry half a surrogate pair: it would leave as U+FFFD, another text than was written. */
function refuseHalfCharacters(text: string, show = quote): void {
	if (!text.isWellFormed()) {
		throw new InputProblem(
			`holds ${show(text)}, in which half of a character (such as an emoji) is missing`,
			'Enter the text again; if an expression cuts it, cut it elsewhere.',
		);
	}
}

/**
 * A code or file id as text. Text loses what can't be seen around it and is otherwise kept (leading zeros, other
 * digits); a whole JSON number becomes its digits. Throws InputProblem for empty values, numbers that lost digits, and
 * everything that is neither text nor a whole number; `show` says how its words write the value.
 */
export function readIdentifier(value: unknown, show = quote): string {
	if (value === undefined || value === null) throw emptyProblem();
	if (Number.isSafeInteger(value)) return String(value);
	if (Number.isInteger(value)) {
		throw new InputProblem(
			`holds ${show(value)}, a number so long that its last digits are already lost`,
			'Hand it on as text instead of as a number.',
		);
	}
	if (typeof value !== 'string') {
		throw new InputProblem(
			`holds ${show(value)}, which is neither text nor a whole number`,
			'Enter a text, or an expression that gives one.',
		);
	}
	const text = withoutUnseen(value);
	if (text === '') throw emptyProblem();
	refuseHalfCharacters(text, show);
	return text;
}

/** More than anybody types. */
const LONGEST_CODE = 64;

/** A one-time code as text. Throws InputProblem as `readIdentifier`, and for a long one; never shows it. */
export function readOneTimeCode(value: unknown): string {
	const code = readIdentifier(value, () => 'a value');
	// Before it is looked at for gaps, of which the words would show it.
	if (code.includes('\ufffd')) {
		const advice = 'Enter it again, or look where the file that it comes from was read.';
		throw new InputProblem('has a character that was lost on the way', advice);
	}
	if (code.length <= LONGEST_CODE) return code;
	throw new InputProblem(
		`has ${code.length} characters; a code has at most ${LONGEST_CODE}`,
		'Check the expression: it should give the code alone.',
	);
}

/** As many digits as the sender of a text may have (3GPP TS 23.040, 9.1.2.5). */
const LONGEST_SENDER = 20;

/**
 * A sender: what has a letter is a name and passes through trimmed; all else is a number, cleaned like any phone number.
 * Throws InputProblem for empty values and for what is neither.
 */
export function readSource(value: unknown): string {
	refuseRounded(value);
	const isName = typeof value === 'string' && /\p{L}/u.test(value);
	return isName ? readIdentifier(value) : cleanNumber(value, LONGEST_SENDER);
}

/**
 * Message ids: one, several in a text, an array, or the text of one, each once, with ASCII digits; none where nothing was
 * given. Throws InputProblem for ids that lost digits, and what can't be an id.
 */
export function readIdentifiers(value: unknown): string[] {
	if (isBlank(value) || isEmptyList(value)) return [];
	const ids = splitList(fromArrayText(value)).flatMap((piece) =>
		typeof piece === 'string'
			? plainDigits(piece)
					.trim()
					.split(/[\s|]+/)
			: [piece],
	);
	return [...new Set(ids.map(readMessageId))];
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

/** With the array that a text such as `["9001","9002"]` is, with all digits of its numbers, in its place. */
function fromArrayText(value: unknown): unknown {
	if (Array.isArray(value)) {
		return Array.from<unknown>(value).flatMap((one) =>
			typeof one === 'string' ? fromArrayText(one) : [one],
		);
	}
	if (typeof value !== 'string') return value;
	const list = parseJson(value);
	return Array.isArray(list) && list.length > 0 ? list : value;
}

function readMessageId(value: unknown): string {
	const id = readIdentifier(value);
	if (!/^-|["[\]{}]/.test(id)) return id;
	throw new InputProblem(
		`holds ${quote(value)}, which is no message ID`,
		'Give the ID that sending gave back, several of them separated by commas or blanks, or an array.',
	);
}

/**
 * The text of a message, exactly as written; a JSON number as JavaScript prints it. Throws InputProblem
 * for blank text, text that UTF-8 can't carry, and everything that is not a text.
 */
export function readMessage(value: unknown): string {
	if (value === undefined || value === null) throw emptyProblem();
	const text = Number.isFinite(value) ? String(value) : value;
	if (typeof text !== 'string') {
		throw new InputProblem(
			`holds ${quote(value)}, which is not a text`,
			'Enter a text, or an expression that gives one, such as {{ $json.message }}.',
		);
	}
	if (isBlank(text)) throw emptyProblem();
	refuseHalfCharacters(text);
	return text;
}
