import type { Operation } from '../operation';
import { needsContents } from '../retryMemory';
import { bodyOf, contentOf } from '../row/content';
import { isReady, type Row } from '../row/row';
import type { RunContext } from '../runContext';
import { keyByCampaign } from './campaign';
import { fitText } from './fitText';
import { formatNumbers } from './formatNumbers';
import { onlyTest } from './onlyTest';
import { punctuate } from './punctuate';
import { refuseLongText } from './refuseLongText';
import { warnOfEscapes } from './warnOfEscapes';

/** All that run and options make of a row as it was given, step by step, as long as nothing is wrong with it. */
export function changesOf(runContext: RunContext): (row: Row) => Row {
	const { operation, settings } = runContext;
	const { text, numberFormat } = settings;
	const fit = fitText(runContext);
	const changes: Array<(row: Row) => Row> = [
		...(needsContents(runContext) ? [keepContent(operation)] : []),
		keyByCampaign(operation, numberFormat),
		warnOfEscapes(operation),
		...(text.plainPunctuation ? [punctuate(operation)] : []),
		...(numberFormat === undefined ? [] : [formatNumbers(operation, numberFormat)]),
		onlyTest(runContext),
		// Last of what changes a text: it is another one in every execution.
		...(fit === undefined ? [] : [fit]),
		refuseLongText(operation, settings.limits.maxParts),
		...(isKnownByItem(runContext) ? [] : [knownByRequest(operation)]),
	];
	return (row) => {
		let changed = row;
		for (const change of changes) {
			if (!isReady(changed)) break;
			changed = change(changed);
		}
		return changed;
	};
}

const keepContent =
	(operation: Operation) =>
	(row: Row): Row => ({ ...row, content: contentOf(row, operation) });

/** In a node run each item is a message of its own; a model that calls a tool twice may mean the same one. */
function isKnownByItem({ host }: RunContext): boolean {
	return host.isRunByEngine && !host.isTool;
}

const knownByRequest =
	(operation: Operation) =>
	(row: Row): Row => ({
		...row,
		id: JSON.stringify([operation.endpoint.path, bodyOf([row], operation)]),
	});
