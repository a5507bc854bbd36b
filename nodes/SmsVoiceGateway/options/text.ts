import { choiceOf } from '../values/choice';
import { readWholeNumber } from '../numbers/wholeNumber';
import { readSwitch } from '../values/switch';
import { group } from './option';

/** The parts of a text are numbered in one byte (3GPP TS 23.040, 9.2.3.24.1). */
const MOST_PARTS = 255;

/** What happens to a text with a gap: it makes a wrong row, it is sent with a warning, or it is sent. */
const GAPS = ['refuse', 'warn', 'allow'] as const;

export type Gaps = (typeof GAPS)[number];

/** 'Text': what becomes of a text before it leaves; of its gaps what `usual` says, where nothing else is chosen. */
export const text = (usual: Gaps) =>
	group(
		{
			displayName: 'Text',
			name: 'text',
			description:
				'What happens to gaps in a text, to one that is too long, and to marks that make it expensive',
			placeholder: 'Add text',
		},
		{
			cutToParts: {
				property: {
					displayName: 'Cut to Parts',
					name: 'cutToParts',
					type: 'number',
					typeOptions: { minValue: 0, numberPrecision: 0 },
					default: 0,
					description:
						'Cuts a text of more message parts (segments) than this, and ends it with three dots. 0: never.',
					builderHint: {
						propertyHint:
							'Set it to 2 or so where the text comes from elsewhere, as that of an alert.',
					},
				},
				usual: 0,
				guards: true,
				read: (value: unknown) =>
					readWholeNumber(value, 0, MOST_PARTS, 'Enter a whole number; 0 cuts no text.'),
			},
			gaps: {
				property: {
					displayName: 'Gaps',
					name: 'gaps',
					type: 'options',
					options: [
						{ name: 'Allow', value: 'allow', description: 'Send the text as it is' },
						{
							name: 'Refuse',
							value: 'refuse',
							description:
								'Send nothing to this number: the row is wrong, and says which column is missing',
						},
						{ name: 'Warn', value: 'warn', description: 'Send the text, and say so in the output' },
					],
					default: usual,
					description:
						"What happens if an expression gives nothing, as for an empty cell: 'Hello , your order is ready'",
					builderHint: {
						propertyHint:
							"Leave it out. Where a value may be empty, say so in the text: expr('Hello {{ $json.name || '' }}').",
					},
				},
				usual,
				read: choiceOf(GAPS, 'Choose Allow, Refuse or Warn.'),
			},
			plainPunctuation: {
				property: {
					displayName: 'Plain Punctuation',
					name: 'plainPunctuation',
					type: 'boolean',
					default: false,
					description:
						'Whether curly quotes, long dashes and special spaces become plain ones where that makes a text cheaper',
					builderHint: {
						propertyHint:
							'Use it for Latin texts that come from a word processor, a web page or a model, where one curly quote more than doubles the cost.',
					},
				},
				usual: false,
				read: readSwitch,
			},
		},
	);

/** Where an operation has no text. */
export const NO_TEXT = text('allow');
