import { hostOf, type Context } from '../../host/host';
import { bracesIn, gapOf, type Gap } from '../../text/gaps';
import { ENGINE, readSlots, valueAt, type Slot } from '../../expressions/rowExpressions';
import { rawValue } from './parameterValues';

/** A piece of a parameter that an expression gives. */
type Expression = Exclude<Slot, { text: string }>;

/**
 * Finds the gaps in what a parameter gave for an item: what came in by each expression, and what it is. What is read from
 * the data is known; what stands between known pieces is what the one other expression gave; of several others n8n's
 * engine is asked.
 */
export function gapsOf(
	context: Context,
	parameter: string,
	jsonOf: (item: number) => object,
): ((item: number, given: unknown) => Gap[]) | undefined {
	// Its text is put together by the node itself.
	if (hostOf(context).isReview) return undefined;
	const raw = rawValue(hostOf(context).node.parameters, parameter);
	const slots = readSlots(raw);
	const expressions = slots.filter((slot): slot is Expression => 'code' in slot);
	const texts = expressions.length === 0 ? [raw] : slots.map((slot) => 'text' in slot && slot.text);
	const braced = texts.filter((text) => typeof text === 'string' && /[{}]/.test(text)) as string[];
	if (expressions.length + braced.length === 0) return undefined;
	const isWhole = slots.length === 1;
	const shared = new Map<Expression, unknown>();
	/** The same for all items: n8n's engine is asked once. */
	const sharedOf = (slot: Expression, item: number): unknown => {
		if (!shared.has(slot)) shared.set(slot, evaluated(context, slot.code, item));
		return shared.get(slot);
	};
	const known = (slot: Expression, item: number, json: object): unknown => {
		if (slot.read === undefined) return ENGINE;
		return 'path' in slot.read ? valueAt(json, slot.read.path) : sharedOf(slot, item);
	};
	const valuesOf = (item: number, given: unknown, json: object): unknown[] => {
		const values = expressions.map((slot) => known(slot, item, json));
		const open = values.indexOf(ENGINE);
		if (open >= 0 && values.indexOf(ENGINE, open + 1) < 0)
			values[open] = between(slots, values, given);
		return values.map((value, index) =>
			value === ENGINE ? evaluated(context, expressions[index]?.code ?? '', item) : value,
		);
	};
	return (item, given) => {
		const json = jsonOf(item);
		const gaps = braced.flatMap((text) => bracesIn(text, json));
		if (gaps.length > 0 || (isWhole && typeof given !== 'string')) return gaps;
		const values = isWhole ? [given] : valuesOf(item, given, json);
		for (const [index, { code, read }] of expressions.entries()) {
			const gap = gapOf(code, values[index], read !== undefined, json);
			if (gap !== undefined) gaps.push(gap);
		}
		return gaps;
	};
}

/** What the one expression gave whose value is not known, as it stands between the others; ENGINE where they do not fit. */
function between(slots: readonly Slot[], values: readonly unknown[], given: unknown): unknown {
	let next = 0;
	const texts = slots.map((slot) => ('text' in slot ? slot.text : values[next++]));
	const at = texts.indexOf(ENGINE);
	const before = texts
		.slice(0, at)
		.map((text) => text ?? '')
		.join('');
	const behind = texts
		.slice(at + 1)
		.map((text) => text ?? '')
		.join('');
	const fits =
		typeof given === 'string' &&
		given.length >= before.length + behind.length &&
		given.startsWith(before) &&
		given.endsWith(behind);
	return fits ? given.slice(before.length, given.length - behind.length) : ENGINE;
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
