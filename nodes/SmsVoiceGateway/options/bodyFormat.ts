import { choiceOf } from '../values/choice';
import type { Option } from './option';

const readFormat = choiceOf(['json', 'multipart'], 'Choose JSON or Multipart Form.');

/** 'Body Format' of the two endpoints that take multipart too: whether the body leaves as multipart/form-data. */
export const bodyFormat: Option<boolean> = {
	property: {
		displayName: 'Body Format',
		name: 'bodyFormat',
		type: 'options',
		options: [
			{ name: 'JSON', value: 'json' },
			{ name: 'Multipart Form', value: 'multipart' },
		],
		default: 'json',
		description:
			'How the request is written; both say the same. Choose what your provider asks for.',
	},
	usual: false,
	read: (value) => readFormat(value) === 'multipart',
};
