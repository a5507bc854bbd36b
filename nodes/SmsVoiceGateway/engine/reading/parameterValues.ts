import type { IExecuteFunctions, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { hostOf, type Context } from '../../host/host';
import { InputProblem, quote } from '../../values/inputProblem';
import { ENGINE, fill, piecesOf } from '../../expressions/rowExpressions';

/**
 * A parameter over all items, read straight from the item where that is exactly what n8n's engine gives
 * (an evaluation there costs as much as all else together), and by the engine elsewhere.
 */
export function valuesOf(
	context: IExecuteFunctions,
	items: readonly INodeExecutionData[],
	parameter: string,
	fallback?: unknown,
): (item: number) => unknown {
	const given = rawValue(hostOf(context).node.parameters, parameter);
	const raw = given === undefined ? fallback : given;
	const isText = typeof raw === 'string';
	if (isText ? !raw.startsWith('=') : /^(?:number|boolean)$/.test(typeof raw)) return () => raw;
	const evaluate = (item: number): unknown => context.getNodeParameter(parameter, item, fallback);
	const pieces = piecesOf(raw);
	if (pieces === undefined) return evaluate;
	const sharedOf = sharedBy(context);
	let trusted: boolean | undefined;
	return (item) => {
		if (trusted === false) return evaluate(item);
		const value = fill(pieces, items[item]?.json ?? {}, (code) => sharedOf(code, item));
		if (value === ENGINE) return evaluate(item);
		if (trusted) return value;
		// An n8n of another mind than those we know shows itself at once.
		const judged = evaluate(item);
		trusted = Object.is(judged, value);
		return judged;
	};
}

/** What codes give that have the same value in every row, each evaluated once; ENGINE where that fails: it says so by item. */
export function sharedBy(context: Context): (code: string, item: number) => unknown {
	const values = new Map<string, unknown>();
	const valueOf = (code: string, item: number): unknown => {
		try {
			return context.evaluateExpression(`{{ ${code} }}`, item);
		} catch {
			return ENGINE;
		}
	};
	return (code, item) => {
		if (!values.has(code)) values.set(code, valueOf(code, item));
		return values.get(code);
	};
}

/**
 * The same values, or an InputProblem where the field is fixed and holds an expression, which n8n does not evaluate then:
 * nobody is to get it, or hear it.
 */
export function refusingUnevaluated(
	context: Context,
	parameter: string,
	values: (item: number) => unknown,
): typeof values {
	const raw = rawValue(hostOf(context).node.parameters, parameter);
	if (typeof raw !== 'string' || raw.startsWith('=')) return values;
	const open = raw.indexOf('{{');
	const close = raw.indexOf('}}', open + 2);
	if (open < 0 || close < 0) return values;
	const expression = raw.slice(open, close + 2);
	return () => {
		throw new InputProblem(
			`holds ${quote(expression)}, which n8n did not evaluate`,
			"Switch the field from 'Fixed' to 'Expression'.",
		);
	};
}

/** A parameter as it stands in the workflow, expression or not. */
export function rawValue(parameters: INodeParameters, path: string): unknown {
	let value: unknown = parameters;
	for (const name of path.split('.')) value = (value as INodeParameters | undefined)?.[name];
	return value;
}
