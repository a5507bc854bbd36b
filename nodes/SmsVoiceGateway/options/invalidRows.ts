import { choice, type Option } from './option';

/** 'Invalid Rows'; undefined where the user says nothing of it. */
export const invalidRows: Option<'stop' | 'skip' | undefined> = choice(
	'Invalid Rows',
	'What happens if a row is wrong. All are checked before the first is sent.',
	{
		stop: ['Stop', 'Send nothing if a row is wrong, and say which rows are'],
		skip: ['Skip', 'Send the right rows; each wrong one gets a failed result of its own'],
	},
	{
		default: 'skip',
		usual: undefined,
		hint: '"stop" sends nothing if one row is wrong. Choose "skip" together with onError "continueErrorOutput" where the right rows are to leave all the same.',
	},
);
