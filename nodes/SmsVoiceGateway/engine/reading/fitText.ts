import { cutToParts } from '../../text/cutToParts';
import { InputProblem } from '../../values/inputProblem';
import { isLoopback } from '../../wire/baseUrl';
import type { RunContext } from '../runContext';
import type { Row } from '../row/row';
import type { Notes } from './columns';

/** A row while it is read: nobody else has it yet. */
export type Draft = { -readonly [Name in keyof Row]: Row[Name] };

/** What run and options make of a row while it is read; the notes say what is wrong with it, or to be said of it. */
export type Change = (row: Draft, notes: Notes) => void;

/** So many message parts a text has at the most that a model's tool call has filled, where 'Max Parts' says nothing. */
const PARTS_OF_REVIEW = 4;

/**
 * Cuts a row's text to the message parts that it may have, and lets it end with the link to the page where it is answered.
 * Undefined where a text needs neither.
 */
export function fitText(runContext: RunContext): Change | undefined {
	const { link, operation, target } = runContext;
	const { text, withText } = operation;
	const { text: ofText, limits } = runContext.settings;
	const most = mostParts(runContext.host.isReview, ofText.cutToParts, limits.maxParts);
	if (text === undefined || withText === undefined || (link === undefined && most === 0))
		return undefined;
	const behind = link === undefined ? '' : `\n${link.address}`;
	const isOwn = link !== undefined && isLoopback(link.address);
	// A service on this machine is one that something is tried with.
	const isFar = !(target instanceof InputProblem) && !isLoopback(target.baseURL);
	const says = `begins with ${link?.address.split('/', 3).join('/')}, which no phone can open`;
	const ofCut = `The text was cut${link === undefined ? '' : '; the page behind the link shows it whole'}`;
	return (row, { warnings, problems }) => {
		const given = text(row.fields);
		const cut = most === 0 ? given : cutToParts(given, behind, most);
		row.fields = withText(row.fields, `${cut}${behind}`);
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
	if (!isReview) return cutTo;
	// Nobody is there to shorten what a model has written.
	const ofReview = maxParts || cutTo || PARTS_OF_REVIEW;
	return Math.min(ofReview, cutTo || ofReview);
}
