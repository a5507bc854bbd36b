import { commandsOf } from '../../unit/docs/commands.ts';
import { blocksOf, marksIn, rowsOf, textOf } from '../../unit/docs/markdown.ts';
import type { Mark, Page, Section } from '../../unit/docs/markdown.ts';
import { readRequest, type ShownRequest } from './shown.ts';

/** A row of a table `Node | Setting | Set to`: what one changes in the workflow before one runs it. */
export interface Change {
	node: string;
	setting: string;
	/** A text as it is typed in, or the name of a choice. */
	to: { typed: string } | { chosen: string };
}

/** What the person does on the page behind the link of a text: presses a button, or writes something and sends it. */
export type OnThePage = { pressed: string } | { typed: string };

/** What a node gives, according to a page. */
export interface ShownOutput {
	node: string;
	/** 1 is the error output. */
	output: number;
	items: unknown;
}

/** A section that shows what a run of the page's workflow does, and how one gets there. */
export interface Case {
	title: string;
	changes: Change[];
	/** The rows of a table `phone | text`: what a recipe's table holds before the run. */
	rows: Array<Record<'phone' | 'text', string>>;
	commands: string[];
	/** The rows of a table `On the page`: one for each question that comes up. */
	answers: OnThePage[];
	outputs: ShownOutput[];
	/** Message and description of the error that ends the run; undefined where it succeeds. */
	error: string | undefined;
	requests: ShownRequest[];
	/** How often each path was asked, where a table `Request | How often` tells of all requests. */
	counts: Record<string, number> | undefined;
	/** All requests that are made, where the section says that there is none, or which alone. */
	only: readonly string[] | undefined;
}

/** The section that holds the workflow itself. */
export const WORKFLOW_SECTION = 'Example workflow';

/** The sentences that say so, in every page in the same words, and what then leaves. */
const ONLY: Record<string, readonly string[]> = {
	'No request leaves n8n.': [],
	'Only the question for the credit leaves n8n.': ['/v1/report/credit'],
};

const ON_THE_PAGE = 'On the page';

/** All that a page shows of runs. Throws for a block that no test could compare with anything. */
export const casesOf = (page: Page): Case[] =>
	page.sections.filter(({ title }) => title !== WORKFLOW_SECTION).flatMap(caseOf);

function caseOf(section: Section): Case[] {
	const { title, content } = section;
	const made: Case = {
		title,
		changes: rowsOf(section, 'Node', 'Setting', 'Set to').map((row) => ({
			node: textOf(row.Node as Mark),
			setting: textOf(row.Setting as Mark),
			to: valueOf(row['Set to'] as Mark),
		})),
		rows: rowsOf(section, 'phone', 'text').map(({ phone, text }) => ({
			phone: textOf(phone as Mark),
			text: textOf(text as Mark),
		})),
		commands: commandsOf(section),
		answers: rowsOf(section, ON_THE_PAGE).map((row) => answerOf(row[ON_THE_PAGE] as Mark)),
		outputs: [],
		error: undefined,
		requests: blocksOf(section, 'http').map(readRequest),
		counts: countsOf(section),
		only: Object.entries(ONLY).find(([sentence]) =>
			content.some((mark) => textOf(mark).includes(sentence)),
		)?.[1],
	};
	content.forEach((mark, index) => {
		if (mark.type !== 'code') return;
		const before = content[index - 1];
		if (mark.lang === 'json') made.outputs.push(outputOf(before, mark));
		else if (mark.lang === 'text') made.error = mark.value ?? '';
		else if (mark.lang !== 'http' && mark.lang !== 'sh')
			throw new Error(`"${title}" has a block in ${String(mark.lang)}`);
	});
	const { outputs, error, requests, counts, only } = made;
	const shows =
		outputs.length + requests.length > 0 ||
		error !== undefined ||
		counts !== undefined ||
		only !== undefined;
	if (!shows && made.changes.length + made.answers.length > 0)
		throw new Error(`"${title}" changes or answers, and shows nothing`);
	return shows ? [made] : [];
}

function countsOf(section: Section): Case['counts'] {
	const rows = rowsOf(section, 'Request', 'How often');
	if (rows.length === 0) return undefined;
	return Object.fromEntries(
		rows.map((row) => [textOf(row.Request as Mark), Number(textOf(row['How often'] as Mark))]),
	);
}

/** Before each output stands a sentence that begins with the node's name in italics. */
function outputOf(before: Mark | undefined, block: Mark): ShownOutput {
	const first = before?.children?.[0];
	if (before === undefined || first?.type !== 'emphasis')
		throw new Error(`whose output? ${block.value ?? ''}`);
	return {
		node: textOf(first),
		output: textOf(before).includes('error output') ? 1 : 0,
		items: JSON.parse(block.value ?? '') as unknown,
	};
}

function answerOf(cell: Mark): OnThePage {
	const value = valueOf(cell);
	return 'typed' in value ? value : { pressed: value.chosen };
}

function valueOf(cell: Mark): Change['to'] {
	const [mark, ...more] = marksIn(cell).filter(({ type }) => /^(inlineCode|emphasis)$/.test(type));
	if (mark === undefined || more.length > 0) throw new Error(`set to what? ${textOf(cell)}`);
	return mark.type === 'inlineCode' ? { typed: mark.value ?? '' } : { chosen: textOf(mark) };
}
