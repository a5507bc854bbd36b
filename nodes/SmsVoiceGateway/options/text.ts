import { group } from './group';
import { choice, count, onOff } from './option';

/** What happens to a text with a gap: it makes a wrong row, it is sent with a warning, or it is sent. */
export type Gaps = 'refuse' | 'warn' | 'allow';

/** The parts of a text are numbered in one byte (3GPP TS 23.040, 9.2.3.24.1). */
const MOST_PARTS = 255;

/** 'Text': what becomes of a text before it leaves; of its gaps what `gaps` says, where nothing else is chosen. */
export const text = (gaps: Gaps) =>
	group(
		'Text',
		'What happens to gaps in a text, to one that is too long, and to marks that make it expensive',
		{ placeholder: 'Add text' },
		{
			cutToParts: count(
				'Cut to Parts',
				'Cuts a text of more message parts (segments) than this, and ends it with three dots. 0: never.',
				{
					most: MOST_PARTS,
					guards: true,
					advice: 'Enter a whole number; 0 cuts no text.',
					hint: 'Set it to 2 or so where the text comes from elsewhere, as that of an alert.',
				},
			),
			gaps: choice(
				'Gaps',
				"What happens if an expression gives nothing, as for an empty cell: 'Hello , your order is ready'",
				{
					allow: ['Allow', 'Send the text as it is'],
					refuse: [
						'Refuse',
						'Send nothing to this number: the row is wrong, and says which column is missing',
					],
					warn: ['Warn', 'Send the text, and say so in the output'],
				},
				{
					default: gaps,
					hint: "Leave it out. Where a value may be empty, say so in the text: expr('Hello {{ $json.name || '' }}').",
				},
			),
			plainPunctuation: onOff(
				'Plain Punctuation',
				'Whether curly quotes, long dashes and special spaces become plain ones where that makes a text cheaper',
				{
					hint: 'Use it for Latin texts that come from a word processor, a web page or a model, where one curly quote more than doubles the cost.',
				},
			),
		},
	);
