import { hostOf, type Context } from '../../host/host';
import { gapOf, type Gap } from '../../text/gaps';
import { ENGINE, readSlots, valueAt } from '../../expressions/rowExpressions';
import { rawValue } from './parameterValues';

/**
 * Finds the gaps in a parameter whose value is put together: each expression is judged by itself. One that is all of the
 * value is the reader's matter, but for a text that it puts together itself.
 */
export function gapsOf(
	context: Context,
	parameter: string,
	jsonOf: (item: number) => object,
): ((item: number, value: unknown) => Gap[]) | undefined {
	// Its text is put together by the node itself.
	if (hostOf(context).isReview) return undefined;
	const { slots, whole } = readSlots(rawValue(hostOf(context).node.parameters, parameter));
	const [only] = slots;
	if (only === undefined || (whole && only.read !== undefined)) return undefined;
	if (whole) {
		return (item, value) =>
			typeof value === 'string' ? [gapOf(only.code, value, false, jsonOf(item)) ?? []].flat() : [];
	}
	const shared = new Map<typeof only, unknown>();
	const valueOf = (slot: typeof only, item: number, json: object): unknown => {
		const { read, code } = slot;
		const value = read !== undefined && 'path' in read ? valueAt(json, read.path) : ENGINE;
		if (value !== ENGINE) return value;
		if (read === undefined || 'path' in read) return evaluated(context, code, item);
		// The same for all items: n8n's engine is asked once.
		if (!shared.has(slot)) shared.set(slot, evaluated(context, code, item));
		return shared.get(slot);
	};
	return (item) => {
		const json = jsonOf(item);
		return slots.flatMap(
			(slot) => gapOf(slot.code, valueOf(slot, item, json), slot.read !== undefined, json) ?? [],
		);
	};
}

/**
 * What n8n makes of an expression: behind a text it makes a text of it too, whatever an object is made of on this side of
 * its isolate. Where it fails, the parameter itself does too, and says so.
 */
function evaluated(context: Context, code: string, item: number): unknown {
	try {
		return String(context.evaluateExpression(`x{{ ${code} }}`, item)).slice(1);
	} catch {
		return undefined;
	}
}
