import type { INodeProperties } from 'n8n-workflow';

/** Option 'Plain Punctuation', of texts. */
export const plainPunctuation: INodeProperties = {
	displayName: 'Plain Punctuation',
	name: 'plainPunctuation',
	type: 'boolean',
	default: false,
	description:
		"Whether typographic quotes, dashes, ellipses, and non-breaking or zero-width spaces leave as plain ones where that makes a text GSM-7, which holds 160 characters in a part instead of 70. Any other text stays as it is written. The output's warnings say what was replaced. The value of the first item counts.",
	builderHint: {
		propertyHint:
			'Use it for Latin texts that come from a word processor, a web page or a model, where one curly quote more than doubles the cost.',
	},
};
