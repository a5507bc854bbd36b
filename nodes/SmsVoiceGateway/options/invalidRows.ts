import { choiceOf } from '../values/choice';
import type { Option } from './option';

/** 'Invalid Rows'; undefined where the user says nothing of it. */
export const invalidRows: Option<'stop' | 'skip' | undefined> = {
	property: {
		displayName: 'Invalid Rows',
		name: 'invalidRows',
		type: 'options',
		options: [
			{
				name: 'Stop',
				value: 'stop',
				description: 'Send nothing if a row is wrong, and say which rows are',
			},
			{
				name: 'Skip',
				value: 'skip',
				description: 'Send the right rows; each wrong one gets a failed result of its own',
			},
		],
		default: 'stop',
		description: 'What happens if a row is wrong. All are checked before the first is sent.',
		builderHint: {
			propertyHint:
				'"stop" sends nothing if one row is wrong. Choose "skip" together with onError "continueErrorOutput" where the right rows are to leave all the same.',
		},
	},
	usual: undefined,
	read: choiceOf(['stop', 'skip'], 'Choose Stop or Skip.'),
};
