import { canonicalNumber, formatNumber } from '../../numbers/formatNumber';
import { eachOnce, saidOnce } from '../../numbers/phoneNumbers';
import { messageParts } from '../../text/messageParts';
import { replacementsIn, withPlainPunctuation } from '../../text/plainPunctuation';
import { InputProblem, orProblem } from '../../values/inputProblem';
import { needsContents } from '../retryMemory';
import { bodyOf, contentOf } from '../row/content';
import { problemOf } from '../row/problem';
import type { RunContext } from '../runContext';
import { fitText, type Change } from './fitText';

/** All changes, in their order. */
export function changesOf(runContext: RunContext): Change[] {
	const { operation, settings, host } = runContext;
	const { numberFormat, sendOnce, text } = settings;
	const all: Array<Change | false | undefined> = [
		needsContents(runContext) && ((row) => (row.content = contentOf(row, operation))),
		// Of a campaign the key is the content as it was given, a number in whichever of its writings.
		sendOnce.by === 'campaign' &&
			((row) => {
				if (row.key === undefined) return;
				row.key = JSON.stringify(['campaign', row.key, ...contentOf(row, operation, numberFormat)]);
			}),
		warnOfEscapes(runContext),
		text.plainPunctuation && punctuate(runContext),
		numberFormat !== undefined && formatNumbers(runContext),
		onlyTest(runContext),
		settings.untried.length > 0 && onlyTried(settings.untried),
		// Last of what changes a text: it is another one in every execution.
		fitText(runContext),
		settings.limits.maxParts > 0 && refuseLongText(runContext),
		// In a node run each item is a message of its own; a model that calls a tool twice may mean the same one.
		(host.isTool || !host.isRunByEngine) &&
			((row) => (row.id = JSON.stringify([operation.endpoint.path, bodyOf([row], operation)]))),
	];
	return all.filter((change) => typeof change === 'function');
}

/** A line break as programs write it within a text, and as a spreadsheet's file does. */
const ESCAPE = /\\r\\n|\\n|_x000[dD]_/;

/** In a path of Windows `\n` begins a name. */
const WINDOWS_PATH = /\b[A-Za-z]:\\|\\\\/;

/** Says of a text that it holds a line break in writing: it leaves as it is, for it may be meant. */
function warnOfEscapes({ operation: { text } }: RunContext): Change | undefined {
	return (
		text &&
		((row, { warnings }) => {
			const given = text(row.fields);
			const [escape] = ESCAPE.exec(given) ?? [];
			if (escape === undefined || WINDOWS_PATH.test(given)) return;
			warnings.push(
				`The text holds "${escape}" as ${escape.length} characters: it is sent so, and no line break`,
			);
		})
	);
}

/** Gives a text plain punctuation, where that makes it cheaper, and says what was replaced. */
function punctuate({ operation: { text, withText } }: RunContext): Change {
	return (row, { warnings }) => {
		const given = text?.(row.fields);
		const plain = given === undefined ? undefined : withPlainPunctuation(given);
		if (given === undefined || plain === undefined || withText === undefined) return;
		row.fields = withText(row.fields, plain);
		warnings.push(`'Plain Punctuation' replaced ${replacementsIn(given)}`);
	};
}

/** Writes the numbers in the form that the user wants, each once. */
function formatNumbers({ operation, settings: { numberFormat: format } }: RunContext): Change {
	const { recipients, withRecipients } = operation;
	return (row, { warnings, problems }) => {
		if (format === undefined || recipients === undefined || withRecipients === undefined) return;
		const numbers = recipients(row.fields);
		const formatted = orProblem(() => numbers.map((number) => formatNumber(number, format)));
		if (formatted instanceof InputProblem) return void problems.push(problemOf('To', formatted));
		const { destinations, repeated } = eachOnce(formatted);
		row.fields = withRecipients(row.fields, destinations);
		for (const number of repeated) warnings.push(saidOnce(number));
	};
}

/** Makes a dry run of each row that goes to anybody but the test numbers of the credential, where it has some. */
function onlyTest({ login, operation, settings }: RunContext): Change | undefined {
	const { testNumbers } = login;
	if (testNumbers === undefined || !operation.sends) return undefined;
	const plain = (number: string) => canonicalNumber(number, settings.numberFormat);
	const allowed = new Set(testNumbers.map(plain));
	return (row, { warnings }) => {
		const isOther = (number: string) => !allowed.has(plain(number));
		const other = row.dryRun ? undefined : operation.recipients?.(row.fields).find(isOther);
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
function refuseLongText({ operation, settings }: RunContext): Change {
	const { maxParts: most } = settings.limits;
	return (row, { problems }) => {
		const text = operation.text?.(row.fields);
		const { parts } = text === undefined ? { parts: 0 } : messageParts(text);
		if (parts <= most) return;
		const says = `has ${parts} message parts, and 'Max Parts' allows ${most}`;
		problems.push({
			...{ parameter: 'Message', says },
			advice: "Shorten the text, or raise 'Max Parts'.",
		});
	};
}
