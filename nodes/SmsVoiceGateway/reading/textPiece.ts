import { quote } from '../values/inputProblem';
import { isMisread } from '../text/misread';

/** What is wrong with what an expression gives to a text, and what to do. */
export interface Wrong {
	/** What stands there. */
	gave: string;
	/** By the code of the expression; undefined where it is a matter of the column. */
	advice?: (code: string) => string;
	/** Whether it is a template that nobody has filled in, which no warning makes good. */
	isTemplate?: true;
}

/** Where a piece of a text comes from. */
export interface Place {
	/** Whether it stands in the data as it is; else a code has computed it. */
	isRead: boolean;
	/** Whether nobody reads it, as a key: then nothing is wrong with it but that it is missing. */
	isKey: boolean;
	/** The text in front of it. */
	before: () => string;
	/** Whether a text of the code or of the data says a word itself. */
	isSaid: (word: string) => boolean;
}

const inCode = (advice: string) => (code: string) => advice.replaceAll('CODE', code);

const ALLOW = "If the text is to hold it, set 'Gaps' of the option 'Text' to Allow.";
const OBJECT = inCode('Choose one of its members, such as {{ CODE.name }}.');
const LIST = inCode(
	"Join its elements: {{ CODE.join(', ') }}, or of objects {{ CODE.map((one) => one.name).join(', ') }}.",
);
const SWITCH = inCode("Say what it stands for: {{ CODE ? 'yes' : 'no' }}.");
const DECIMALS = inCode('Round it: {{ CODE.toFixed(2) }}.');
const TIME = inCode(
	"Write it as people do: {{ DateTime.fromISO(CODE).toFormat('yyyy-MM-dd HH:mm') }}.",
);
/** n8n's data tables, and databases, keep a day so. */
const DAY = inCode(
	"Write it as people do: {{ DateTime.fromISO(CODE, { zone: 'utc' }).toFormat('yyyy-MM-dd') }}.",
);
const MOMENT_OBJECT = inCode("Write it as people do: {{ CODE.toFormat('yyyy-MM-dd HH:mm') }}.");
const SHEET_MOMENT = inCode(
	"A spreadsheet keeps a date and an hour so: {{ DateTime.fromMillis(Math.round((CODE - 25569) * 86400) * 1000, { zone: 'utc' }).toFormat('yyyy-MM-dd HH:mm') }} writes it.",
);
const ENCODING = inCode(
	"Letters were lost or changed where the file was read: set its 'Encoding' in 'Extract from File' as it was saved, often Windows-1252, or UTF-8.",
);
const ADDRESS = inCode('It is written for an address: {{ decodeURIComponent(CODE) }} reads it.');
const MAIL = inCode(
	"It is written for a mail ('quoted-printable'): have the node before this one read it, or export the list as UTF-8.",
);

/** What a text or a code writes where a value is missing; in a text of the data itself only as a whole. */
const MISSING = /\[object \w+\]|\bundefined\b|\bnull\b|\bNaN\b|Invalid DateTime|Invalid Date\b/;
const MISSING_ALONE = /^(?:undefined|NaN|\[object \w+\]|Invalid DateTime|Invalid Date)$/;

/** A formula's error as Excel, Google Sheets and LibreOffice show it, and what stands there while they work. */
const SHEET_ERROR =
	/^(?:#N\/A|#DIV\/0!|#NAME\?|#(?:REF|VALUE|NUM|NULL|SPILL|CALC|ERROR|BLOCKED|BUSY|CONNECT|FIELD|UNKNOWN|PYTHON)!|#GETTING_DATA|#{2,}|Err:\d{3}|Loading(?:\.{3}|…))$/;

/** A template of n8n's or of another system, which should have been filled in before; and what Go's write for nothing. */
const TEMPLATE = /\{\{[^{}]+\}\}/;
const NO_VALUE = /<(?:no value|nil|null|undefined)>/i;

/** ISO 8601 as programs write it: with a T, with a zone, or to a part of a second; and MySQL's date that is none. */
const MACHINE_TIME =
	/^\d{4}-\d\d-\d\d(?:T\d\d(?::?\d\d){0,2}(?:[.,]\d+)?|[T ]\d\d:\d\d:\d\d[.,]\d+)?(?: ?(?:Z|[+-]\d\d(?::?\d\d)?))?$/;
const PEOPLES_DATE = /^\d{4}-\d\d-\d\d$/;
const NO_DATE = /^0000-00-00\b/;
/** As JavaScript's Date and mails write a moment. */
const LONG_TIME =
	/^(?:\w{3},? )?(?:\w{3} \d\d|\d{1,2} \w{3}) \d{4} \d\d:\d\d:\d\d (?:GMT|UTC|Z|[+-]\d{4})/;

/** The characters without which a text needs no second look; nearly every value of a sheet has none of them. */
const LOOK =
	/[\ufffd{}%=<#?[\u0080-\u00ff\u0152-\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]|\d\dT\d|\d:\d\d|0000-|^-?\d+\.\d{3,}$|undefined|null|NaN|Invalid|Err:|Loading/;

/** Whether anything may be wrong with what an expression gave. */
export const needsLook = (given: unknown): boolean =>
	typeof given === 'string' ? LOOK.test(given) : !Number.isSafeInteger(given);

/**
 * What is wrong with what an expression gave; undefined where it is right: a text, or a plain number. A text of the data may be
 * any word: a person may be called Null.
 */
export function wrongIn(given: unknown, place: Place): Wrong | undefined {
	if (typeof given === 'string') return wrongText(given, place);
	if (place.isKey && isSingle(given)) return undefined;
	if (typeof given === 'number') return wrongNumber(given);
	if (typeof given === 'boolean') return { gave: String(given), advice: SWITCH };
	if (Array.isArray(given)) return { gave: asText(given), advice: LIST };
	if (given instanceof Date || isMoment(given))
		return { gave: asText(given), advice: MOMENT_OBJECT };
	return { gave: asText(given), advice: OBJECT };
}

/** What has one writing, such as the time at which a row was made. */
const isSingle = (given: unknown): boolean =>
	typeof given !== 'object' || given instanceof Date || isMoment(given);

/** A luxon DateTime, also of n8n's own copy of the library. */
const isMoment = (given: unknown): boolean =>
	typeof (given as { toFormat?: unknown }).toFormat === 'function';

/** Spreadsheets count days from 1899-12-30: these are of 1980 to 2079, as 46354 is 2026-11-28. */
const DAYS = { first: 29_221, last: 65_746 };

/**
 * A plain number has at most four decimals, as prices and measures, and all its digits; a day with an hour of the clock
 * behind it (a sixteenth of a day or a multiple) is a moment of a sheet.
 */
function wrongNumber(given: number): Wrong | undefined {
	if (Number.isSafeInteger(given)) return undefined;
	const isDay = given >= DAYS.first && given < DAYS.last;
	if (isDay && (given % 0.0625 === 0 || !hasFourDecimals(given)))
		return { gave: String(given), advice: SHEET_MOMENT };
	return hasFourDecimals(given) ? undefined : { gave: String(given), advice: DECIMALS };
}

const hasFourDecimals = (given: number): boolean => /\.\d{1,4}$/.test(String(given));

/** What is wrong with a text: the first that is found, in this order. */
function wrongText(text: string, place: Place): Wrong | undefined {
	// Of a CSV file a number is text.
	if (/^-?\d+\.\d+$/.test(text)) return wrongNumber(Number(text));
	const [template] = TEMPLATE.exec(text) ?? [];
	if (template !== undefined) {
		const advice = `Nobody has filled in ${quote(template)}: put the value there before, or write the text into the node itself. ${ALLOW}`;
		return { gave: template, advice: () => advice, isTemplate: true };
	}
	const whole = text.trim();
	if (SHEET_ERROR.test(whole))
		return { gave: whole, advice: () => 'Mend the formula of this cell, or clear it.' };
	if (text.includes('\ufffd')) return { gave: text, advice: ENCODING };
	const [noValue] = NO_VALUE.exec(text) ?? [];
	if (noValue !== undefined) return { gave: noValue };
	return (place.isKey ? undefined : unreadable(text, place.before)) ?? missingIn(text, place);
}

/** What nobody is to read: the writing of programs, and letters that were changed on the way. */
function unreadable(text: string, before: () => string): Wrong | undefined {
	const whole = text.trim();
	if (/^\?[?\s]*\?$/.test(whole) || isMisread(text)) return { gave: text, advice: ENCODING };
	if (isMachineTime(whole))
		return { gave: whole, advice: /T00:00:00(?:\.0+)?Z/.test(whole) ? DAY : TIME };
	if (isEscaped(text) && !isInAddress(before(), text)) return { gave: text, advice: ADDRESS };
	return isOfMail(text) ? { gave: text, advice: MAIL } : undefined;
}

/** What was written where a value is missing. */
function missingIn(text: string, { isRead, isSaid }: Place): Wrong | undefined {
	const whole = text.trim();
	if (isRead) return MISSING_ALONE.test(whole) ? { gave: whole, ...ofMissing(whole) } : undefined;
	const [word] = MISSING.exec(text) ?? [];
	return word === undefined || isSaid(word) ? undefined : { gave: word, ...ofMissing(word) };
}

const ofMissing = (word: string): Pick<Wrong, 'advice'> =>
	word.startsWith('[object') ? { advice: OBJECT } : {};

const isMachineTime = (text: string): boolean =>
	NO_DATE.test(text) ||
	LONG_TIME.test(text) ||
	(MACHINE_TIME.test(text) && !PEOPLES_DATE.test(text));

/** Whether a text is written for an address: no blank in it, and what is escaped is UTF-8. */
function isEscaped(text: string): boolean {
	if (/\s/.test(text.trim())) return false;
	try {
		return decodeURIComponent(text) !== text;
	} catch {
		return false;
	}
}

/** Whether the word that a piece stands in is an address: `https://shop.example/?name=` before it, or it is one itself. */
const isInAddress = (before: string, text: string): boolean =>
	/(?:\w:\/\/|^www\.|^[\w-]+(?:\.[\w-]+)+[/?])/i.test(
		(/\S*$/.exec(before)?.[0] ?? '') + text.trim(),
	);

/** RFC 2045, 6.7, and RFC 2047: the bytes of letters that are not ASCII. */
function isOfMail(text: string): boolean {
	if (/=\?[\w-]+\?[BQ]\?[^?]*\?=/i.test(text)) return true;
	const bytes = /(?:=[\dA-F]{2})+/g;
	return (text.match(bytes) ?? []).some((run) => {
		const escaped = run.replaceAll('=', '%');
		return /%[89A-F]/.test(escaped) && isEscaped(escaped);
	});
}

/** A value as n8n puts it between words; nothing for what is not there. */
export function asText(value: unknown): string {
	try {
		return String(value ?? '');
	} catch {
		return '[object Object]';
	}
}
