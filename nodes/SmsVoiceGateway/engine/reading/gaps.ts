import type { IExecuteFunctions, IExecuteSingleFunctions } from 'n8n-workflow';

import { gapOf } from '../../lib/gaps';
import type { Gap } from '../../lib/gaps';
import { ENGINE, readSlots, valueAt } from '../../lib/rowExpressions';
import type { Slot } from '../../lib/rowExpressions';
import { isReview, nodeOf } from '../caller';
import { rawValue } from './values';

/** Gives the gaps that a parameter's template leaves for an item. */
export type GapsOf = (item: number) => Gap[];

/**
 * Finds the gaps in a parameter whose value is put together: each expression is judged by itself. One that is all of the
 * value is the reader's matter, but for a text that it puts together itself.
 */
export function gapsOf(
	context: IExecuteFunctions | IExecuteSingleFunctions,
	parameter: string,
	jsonOf: (item: number) => object,
): GapsOf | undefined {
	// Its text is put together by the node itself.
	if (isReview(context)) return undefined;
	const { slots, whole } = readSlots(rawValue(nodeOf(context).parameters, parameter));
	const open = slots.filter(({ read }) => !whole || read === undefined);
	if (open.length === 0) return undefined;
	return (item) => {
		const json = jsonOf(item);
		return open.flatMap((slot) => {
			const value = valueOf(slot, json, () => evaluated(context, slot.code, item, whole));
			if (whole && typeof value !== 'string') return [];
			return gapOf(slot.code, value, slot.read !== undefined, json) ?? [];
		});
	};
}

function valueOf({ read }: Slot, json: object, evaluate: () => unknown): unknown {
	const value = read !== undefined && 'path' in read ? valueAt(json, read.path) : ENGINE;
	return value === ENGINE ? evaluate() : value;
}

/**
 * What n8n makes of an expression: behind a text it makes a text of it too, whatever an object is made of on this side of
 * its isolate. Where it fails, the parameter itself does too, and says so.
 */
function evaluated(
	context: IExecuteFunctions | IExecuteSingleFunctions,
	code: string,
	item: number,
	whole: boolean,
): unknown {
	try {
		if (whole) return context.evaluateExpression(`{{ ${code} }}`, item);
		return String(context.evaluateExpression(`x{{ ${code} }}`, item)).slice(1);
	} catch {
		return undefined;
	}
}
