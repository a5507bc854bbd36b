import { NOT_AS_TOOL } from '../fields/notAsTool';
import { onOff } from './option';

/** 'Include Input Fields'. */
export const includeInput = onOff(
	'Include Input Fields',
	"Whether an item's own fields stand in its result too, before those of the result, whose names win",
	{
		displayOptions: NOT_AS_TOOL,
		hint: 'Set it where a later node needs the columns of the row beside its outcome, instead of a Merge node.',
	},
);
