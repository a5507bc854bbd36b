import type { IExecuteFunctions, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { hostOf, type Context } from '../../host/host';
import { InputProblem, quote } from '../../values/inputProblem';
import {
	ENGINE,
	fillTemplate,
	readTemplate,
	type Template,
} from '../../expressions/rowExpressions';

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
	const template = readTemplate(raw);
	const evaluate = (item: number): unknown => context.getNodeParameter(parameter, item, fallback);
	if (template === undefined) return evaluate;
	if (template.kind === 'constant') return () => template.value;
	let shared: Map<string, unknown> | undefined;
	let trusted: boolean | undefined;
	return (item) => {
		if (trusted === false) return evaluate(item);
		shared ??= sharedValues(context, template);
		const value = fillTemplate(template, items[item]?.json ?? {}, shared);
		if (value === ENGINE) return evaluate(item);
		if (trusted) return value;
		// An n8n of another mind than those we know shows itself at once.
		const judged = evaluate(item);
		trusted = Object.is(judged, value);
		return judged;
	};
}

/**
 * The same values, or an InputProblem where the field is fixed and holds an expression, which n8n does not evaluate then:
 * nobody is to get it, or hear it.
 */
export function evaluated(
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

/** What is the same for all items is evaluated once; where that fails, the engine says so for each item. */
function sharedValues(
	context: IExecuteFunctions,
	template: Extract<Template, { kind: 'parts' }>,
): Map<string, unknown> {
	const values = new Map<string, unknown>();
	for (const part of template.parts) {
		if (!('shared' in part)) continue;
		try {
			values.set(part.shared, context.evaluateExpression(`{{ ${part.shared} }}`, 0));
		} catch {
			// Left out: the engine evaluates the whole for each item.
		}
	}
	return values;
}
