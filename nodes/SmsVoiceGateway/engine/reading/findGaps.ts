import { hostOf, type Context } from '../../host/host';
import { bracesIn, gapOf, type Gap } from '../../text/gaps';
import { ENGINE, piecesOf, valueOf } from '../../expressions/rowExpressions';
import { rawValue, sharedBy } from './parameterValues';

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
	const pieces = piecesOf(raw) ?? (typeof raw === 'string' ? [{ text: raw }] : []);
	const expressions = pieces.filter((piece) => 'code' in piece);
	const braced = pieces.flatMap((piece) =>
		'text' in piece && /[{}]/.test(piece.text) ? piece.text : [],
	);
	if (expressions.length + braced.length === 0) return undefined;
	const sharedOf = sharedBy(context);
	const valuesOf = (item: number, given: unknown, json: object): unknown[] => {
		if (pieces.length === 1) return [given];
		const values = pieces.map((piece) =>
			'text' in piece ? piece.text : valueOf(piece, json, (code) => sharedOf(code, item)),
		);
		const open = values.indexOf(ENGINE);
		if (open >= 0 && open === values.lastIndexOf(ENGINE)) values[open] = between(values, given);
		return pieces.flatMap((piece, at) => {
			if ('text' in piece) return [];
			return [values[at] === ENGINE ? evaluated(context, piece, item) : values[at]];
		});
	};
	return (item, given) => {
		const json = jsonOf(item);
		const gaps = braced.flatMap((text) => bracesIn(text, json));
		if (gaps.length > 0 || (pieces.length === 1 && typeof given !== 'string')) return gaps;
		const values = valuesOf(item, given, json);
		for (const [index, { code, reads }] of expressions.entries()) {
			const gap = gapOf(code, values[index], reads !== undefined, json);
			if (gap !== undefined) gaps.push(gap);
		}
		return gaps;
	};
}

/** What the one expression gave whose value is not known, as it stands between the others; ENGINE where they do not fit. */
function between(values: readonly unknown[], given: unknown): unknown {
	const at = values.indexOf(ENGINE);
	const textOf = (some: readonly unknown[]) => some.map((one) => one ?? '').join('');
	const [before, behind] = [textOf(values.slice(0, at)), textOf(values.slice(at + 1))];
	if (typeof given !== 'string' || given.length < before.length + behind.length) return ENGINE;
	const fits = given.startsWith(before) && given.endsWith(behind);
	return fits ? given.slice(before.length, given.length - behind.length) : ENGINE;
}

/**
 * What n8n makes of an expression: behind a text it makes a text of it too, whatever an object is made of on this side of
 * its isolate. Where it fails, the parameter itself does too, and says so.
 */
function evaluated(context: Context, { code }: { code: string }, item: number): unknown {
	try {
		return String(context.evaluateExpression(`x{{ ${code} }}`, item)).slice(1);
	} catch {
		return undefined;
	}
}
