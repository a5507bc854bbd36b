import { InputProblem, quote } from '../values/inputProblem';
import type { Option } from './option';

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
	read: (value) => {
		if (value === 'json' || value === 'multipart') return value === 'multipart';
		throw new InputProblem(
			`holds ${quote(value)}, which is neither "json" nor "multipart"`,
			'Choose JSON or Multipart Form.',
		);
	},
};
