import type { INodeProperties } from 'n8n-workflow';

/** Option 'Plain Punctuation', of texts. */
export const plainPunctuation: INodeProperties = {
	displayName: 'Plain Punctuation',
	name: 'plainPunctuation',
	type: 'boolean',
	default: false,
	description:
		'Whether curly quotes, long dashes and special spaces become plain ones where that makes a text cheaper, such as one from a word processor or a model',
	builderHint: {
		propertyHint:
			'Use it for Latin texts that come from a word processor, a web page or a model, where one curly quote more than doubles the cost.',
	},
};
