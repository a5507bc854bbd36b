import type { IExecuteFunctions } from 'n8n-workflow';

import { flawOf } from '../dispatch/flaw';
import type { Flaw } from '../dispatch/flaw';
import { attempt, InputProblem } from '../lib/inputProblem';
import { readBulkList, readBulkMessage } from '../lib/wire';
import type { Problem } from '../request/draft';
import { Columns } from './columns';
import type { Row } from './row';

/** Reads the rows of each input item's array 'Messages', in the wire's form, and checks them. Nothing is thrown. */
export function readList(context: IExecuteFunctions): Row[] {
	const problems: Problem[] = [];
	const columns = new Columns(context, problems);
	const messages = columns.of('messages', 'Messages', readBulkList);
	const dryRun = columns.switch('dryRun', 'Dry Run');
	const resendUnknown = columns.switch('resendUnknown', 'Resend Unknown');
	return context.getInputData().flatMap((_, item): Row[] => {
		const list = messages(item) ?? [];
		const switches = {
			dryRun: dryRun(item) === true,
			resendUnknown: resendUnknown(item) === true,
		};
		if (problems.length > 0) {
			const flaw = flawOf(problems.splice(0), `item ${item}`);
			return [{ item, id: `${item}`, ...switches, flaw }];
		}
		return list.map((element, index) => {
			const row: Row = { item, id: `${item}.${index}`, ...switches };
			const message = attempt(() => readBulkMessage(element));
			return message instanceof InputProblem
				? { ...row, flaw: flawOfElement(item, index, message) }
				: { ...row, message };
		});
	});
}

function flawOfElement(item: number, index: number, { message, advice }: InputProblem): Flaw {
	return {
		message: `'Messages' of item ${item} has a message no. ${index + 1} which ${message}`,
		advice,
	};
}
