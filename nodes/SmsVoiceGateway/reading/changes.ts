import { type NumberFormat, eachOnce, saidOnce } from '../numbers/phoneNumbers';
import { lastDigits } from '../numbers/digits';
import { cutToParts, messageParts } from '../text/messageParts';
import { replacementsIn, withPlainPunctuation } from '../text/textCost';
import { amount } from '../text/wording';
import { InputProblem, orProblem } from '../values/inputProblem';
import { isLoopback } from '../wire/target';
import { problemOf } from '../row/result';
import { bodyOf, onceName } from '../row/operation';
import { numbersIn, textIn, withNumbers, type Draft } from '../row/row';
import type { RunContext } from '../engine/runContext';
import type { Notes } from './columns';

/** What run and options make of a row while it is read; the notes say what is wrong with it, or to be said of it. */
type Change = (row: Draft, notes: Notes) => void;

/** All changes, in their order. */
export function changesOf(runContext: RunContext): Change[] {
	const { operation, settings, host } = runContext;
	const { numberFormat, sendOnce, text } = settings;
	const all: Array<Change | false | undefined> = [
		numberFormat !== undefined && formatNumbers(numberFormat),
		(row) => (row.asGiven = row.fields),
		sendOnce.by !== 'key' &&
			((row) => {
				if (row.key !== undefined) row.key = onceName(row, operation, sendOnce.by, row.key);
			}),
		warnOfEscape,
		text.plainPunctuation && punctuate,
		onlyTest(runContext),
		settings.untried.length > 0 && onlyTried(settings.untried),
		// In a node run each item is a message of its own; a model that calls a tool twice may mean the same one.
		(host.isTool || !host.isRunByEngine) &&
			((row) => (row.id = JSON.stringify([operation.endpoint.path, bodyOf([row], operation)]))),
		// Behind what a row is known by: a link is another one for each question.
		fitText(runContext),
		settings.limits.maxParts > 0 && refuseLongText(runContext),
	];
	return all.filter((change) => typeof change === 'function');
}

/** A line break as programs write it within a text, and as a spreadsheet's file does. */
const ESCAPE = /\\r\\n|\\n|_x000[dD]_/;

/** In a path of Windows `\n` begins a name. */
const WINDOWS_PATH = /\b[A-Za-z]:\\|\\\\/;

/** Says of a text that it holds a line break in writing: it leaves as it is, for it may be meant. */
function warnOfEscape({ fields }: Draft, { warnings }: Notes): void {
	const given = textIn(fields) ?? '';
	const [escape] = ESCAPE.exec(given) ?? [];
	if (escape === undefined || WINDOWS_PATH.test(given)) return;
	warnings.push(
		`The text holds "${escape}" as ${escape.length} characters: it is sent so, and no line break`,
	);
}

/** Gives a text plain punctuation, where that makes it cheaper, and says what was replaced. */
function punctuate(row: Draft, { warnings }: Notes): void {
	const given = textIn(row.fields) ?? '';
	const plain = withPlainPunctuation(given);
	if (plain === undefined) return;
	row.fields = { ...row.fields, message: plain };
	warnings.push(`'Plain Punctuation' replaced ${replacementsIn(given)}`);
}

/** Writes the numbers in the form that the user wants, each once. */
function formatNumbers(format: NumberFormat): Change {
	return (row, { warnings, problems }) => {
		const numbers = numbersIn(row.fields);
		if (numbers.length === 0) return;
		const formatted = orProblem(() => eachOnce(numbers, format));
		if (formatted instanceof InputProblem) return void problems.push(problemOf('To', formatted));
		row.fields = withNumbers(row.fields, formatted.numbers);
		for (const number of formatted.repeated) warnings.push(saidOnce(number));
	};
}

/** Makes a dry run of each row that goes to anybody but the test numbers of the credential, where it has some. */
function onlyTest({ login, operation }: RunContext): Change | undefined {
	const { testNumbers } = login;
	if (testNumbers === undefined || !operation.sends) return undefined;
	const allowed = new Set(testNumbers.map(lastDigits));
	return (row, { warnings }) => {
		const isOther = (number: string) => !allowed.has(lastDigits(number));
		const other = row.dryRun ? undefined : numbersIn(row.fields).find(isOther);
		if (other === undefined) return;
		row.dryRun = true;
		row.isHeldByTest = true;
		warnings.push(`Not sent: ${other} is none of the 'Test Numbers' of the credential`);
	};
}

/** Makes a dry run of a tool's call that a person tries: who looks whether the agent could send is not refused. */
function onlyTried(untried: readonly string[]): Change {
	return (row, { warnings }) => {
		row.dryRun = true;
		warnings.push(
			`Not sent: ${untried.join(' and ')} can't be kept by 'Execute step' of a tool. An agent's call sends.`,
		);
	};
}

/** Refuses a text of more message parts than the user allows. */
function refuseLongText({ settings }: RunContext): Change {
	const { maxParts: most } = settings.limits;
	return (row, { problems }) => {
		const { parts } = messageParts(textIn(row.fields) ?? '');
		if (parts <= most) return;
		const says = `has ${parts} message parts, and 'Max Parts' allows ${most}`;
		problems.push({
			parameter: 'Message',
			says,
			advice: "Shorten the text, or raise 'Max Parts'.",
		});
	};
}

/** So many message parts a text has at the most that a model's tool call has filled, where 'Max Parts' says nothing. */
const PARTS_OF_REVIEW = 4;

/**
 * Cuts a row's text to the message parts that it may have, and lets it end with the link to the page where it is answered.
 * Undefined where a text needs neither.
 */
function fitText(runContext: RunContext): Change | undefined {
	const { link, target } = runContext;
	const { text, limits } = runContext.settings;
	const most = mostParts(runContext.host.isReview, text.cutToParts, limits.maxParts);
	if (link === undefined && most === 0) return undefined;
	const behind = link === undefined ? '' : `\n${link.address}`;
	const isOwn = link !== undefined && isLoopback(link.address);
	// A service on this machine is one that something is tried with.
	const isFar = !(target instanceof InputProblem) && !isLoopback(target.baseURL);
	const says = `begins with ${link?.address.split('/', 3).join('/')}, which no phone can open`;
	const ofCut = `The text was cut${link === undefined ? '' : '; the page behind the link shows it whole'}`;
	return (row, { warnings, problems }) => {
		const given = textIn(row.fields);
		if (given === undefined) return;
		const cut = most === 0 ? given : cutToParts(given, behind, most);
		if (cut === undefined) {
			problems.push({
				parameter: 'Message',
				says: `has no room in ${amount(most, 'message part')}${link === undefined ? '' : ' beside its link'}`,
				advice: "Raise 'Cut to Parts' or 'Max Parts'.",
			});
			return;
		}
		row.fields = { ...row.fields, message: `${cut}${behind}` };
		if (link !== undefined) row.question = given;
		if (cut !== given) warnings.push(ofCut);
		if (isOwn && isFar)
			problems.push({
				parameter: 'Message',
				says: `would end with a link that ${says}`,
				advice: 'Set WEBHOOK_URL of this n8n to the address at which phones reach it.',
			});
		else if (isOwn) warnings.push(`The link ${says}; set WEBHOOK_URL of this n8n`);
	};
}

/**
 * The most message parts of a text together with its link, by *Cut to Parts* and *Max Parts*, each 0 where it is not set; 0:
 * it is not cut.
 */
export function mostParts(isReview: boolean, cutTo: number, maxParts: number): number {
	if (!isReview || (cutTo > 0 && maxParts === 0)) return cutTo;
	// Nobody is there to shorten what a model has written.
	return Math.min(maxParts || PARTS_OF_REVIEW, cutTo || Infinity);
}
