import type { INodeProperties } from 'n8n-workflow';

import { choiceOf, emptyProblem, InputProblem, quote } from '../values/inputProblem';

/** How a person answers: names and values are those of n8n's own nodes that send and wait. */
export const responseType: INodeProperties = {
	displayName: 'Response Type',
	name: 'responseType',
	type: 'options',
	options: [
		{
			name: 'Approval',
			value: 'approval',
			description: 'The page that the link opens has one button, or two',
		},
		{
			name: 'Free Text',
			value: 'freeText',
			description: 'The page that the link opens has a field for a text',
		},
	],
	default: 'approval',
	description: 'How the answer is given on the page',
};

/** The buttons of an approval, which n8n's own nodes call Approval Options. */
export const approvalOptions: INodeProperties = {
	displayName: 'Buttons',
	name: 'approvalOptions',
	type: 'fixedCollection',
	placeholder: 'Set one or two, and their labels',
	default: {},
	description: 'How many buttons the page has, and what they say',
	displayOptions: { show: { responseType: ['approval'] } },
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'How Many',
					name: 'approvalType',
					type: 'options',
					options: [
						{ name: 'One', value: 'single' },
						{ name: 'Two: Yes and No', value: 'double' },
					],
					default: 'single',
				},
				{
					displayName: 'Yes Button Label',
					name: 'approveLabel',
					type: 'string',
					default: 'Approve',
				},
				{
					displayName: 'No Button Label',
					name: 'disapproveLabel',
					type: 'string',
					default: 'Decline',
					displayOptions: { show: { approvalType: ['double'] } },
				},
			],
		},
	],
};

/** More than this does not fit on a button of a small phone: characters. */
const LONGEST_LABEL = 60;

/** 'Response Type'. Throws InputProblem. */
export const readResponseType = choiceOf(['approval', 'freeText'], 'Choose one of the two.');

/**
 * The buttons, by the names that n8n's own nodes give them: the first approves, the second declines. Throws InputProblem.
 */
export function readButtons(value: unknown): string[] {
	const { values } = (value ?? {}) as { values?: unknown };
	const { approvalType, approveLabel, disapproveLabel } = (values ?? {}) as Record<string, unknown>;
	const approve = labelOf(approveLabel ?? 'Approve', 'Yes Button Label');
	if (approvalType !== 'double') return [approve];
	const disapprove = labelOf(disapproveLabel ?? 'Decline', 'No Button Label');
	if (approve !== disapprove) return [approve, disapprove];
	throw new InputProblem(
		`has two buttons that say ${quote(approve)}`,
		'Give each button a label of its own.',
	);
}

function labelOf(value: unknown, shown: string): string {
	const label = typeof value === 'number' ? String(value) : value;
	if (typeof label !== 'string') {
		throw new InputProblem(
			`has a '${shown}' that holds ${quote(value)}, which is no text`,
			'Enter a text.',
		);
	}
	const text = label.trim();
	if (text === '') throw new InputProblem(`has a '${shown}' that is empty`, emptyProblem().advice);
	if (Array.from(text).length <= LONGEST_LABEL) return text;
	throw new InputProblem(
		`has a '${shown}' of more than ${LONGEST_LABEL} characters`,
		"Shorten it: what is asked belongs in 'Message'.",
	);
}
