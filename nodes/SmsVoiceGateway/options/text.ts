import { readSwitch } from '../lib/switch';
import { group } from './option';
import type { Option } from './option';

/** 'Text': what may become of a text before it leaves. */
export const text = group(
	{
		displayName: 'Text',
		name: 'text',
		description: 'Makes texts cheaper where that changes nothing that a person reads',
		placeholder: 'Add text',
	},
	{
		plainPunctuation: {
			property: {
				displayName: 'Plain Punctuation',
				name: 'plainPunctuation',
				type: 'boolean',
				default: false,
				description:
					'Whether curly quotes, long dashes and special spaces become plain ones where that makes a text cheaper, such as one from a word processor or an AI',
				builderHint: {
					propertyHint:
						'Use it for Latin texts that come from a word processor, a web page or a model, where one curly quote more than doubles the cost.',
				},
			},
			usual: false,
			read: readSwitch,
		} satisfies Option<boolean>,
	},
);
