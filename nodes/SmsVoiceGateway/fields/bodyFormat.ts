import type { IExecuteSingleFunctions, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';

import { draftOf } from '../request/draft';

/** Option 'Body Format' of the two endpoints that take multipart too. */
export const bodyFormat: INodeProperties = {
	displayName: 'Body Format',
	name: 'bodyFormat',
	type: 'options',
	options: [
		{ name: 'JSON', value: 'json' },
		{ name: 'Multipart Form', value: 'multipart' },
	],
	default: 'json',
	description:
		'How the fields are sent. Both say the same; use multipart where your provider asks for it.',
	routing: {
		send: {
			preSend: [
				async function (this: IExecuteSingleFunctions, request: IHttpRequestOptions) {
					const format = this.getNodeParameter('options.bodyFormat');
					const draft = draftOf(request);
					draft.multipart = format === 'multipart';
					if (format !== 'json' && format !== 'multipart') {
						draft.problems.push({
							parameter: 'Body Format',
							says: 'is neither "json" nor "multipart"',
							advice: 'Choose one of the two.',
						});
					}
					return request;
				},
			],
		},
	},
};
