import type { INodeParameters } from 'n8n-workflow';

import { nodeOf } from '../caller';
import type { Context } from '../caller';

/** An option as the user has put it down, expression or not; undefined where it was not added. */
export function givenOption(context: Context, name: string): unknown {
	const { options } = nodeOf(context).parameters as { options?: INodeParameters };
	return options?.[name];
}
