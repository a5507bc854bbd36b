import type { IExecuteFunctions } from 'n8n-workflow';

import { type Context, hostOf, isOneByOne, reviewedTool } from '../host/host';
import { describeToolInput } from '../text/wording';
import { InputProblem, quote } from '../values/inputProblem';
import { type Source, templateOf, type Template } from './template';

/** The input items of a try, and the node's parameters for each of them. */
export interface Inputs {
	/** Their indexes. */
	items: readonly number[];
	/** A parameter over the items, such as `options.sendOnce.values.key`; `fallback` holds where the workflow has none. */
	template(parameter: string, fallback?: unknown): Template;
	/** What an item holds. */
	jsonOf(item: number): object;
}

/** All input items of a node run; where n8n's routing hands them over one by one, that one. */
export function inputsOf(context: Context): Inputs {
	const { node, isReview } = hostOf(context);
	const all = isOneByOne(context) ? [context.getInputData()] : context.getInputData();
	const first = isOneByOne(context) ? context.getItemIndex() : 0;
	const jsonOf = (item: number) => all[item - first]?.json ?? {};
	const source: Source = {
		parameters: node.parameters,
		evaluate: (parameter, item, fallback) =>
			isOneByOne(context)
				? context.getNodeParameter(parameter, fallback)
				: context.getNodeParameter(parameter, item, fallback),
		resolve: (text, item) => context.evaluateExpression(text, item),
		jsonOf,
	};
	return {
		items: all.map((_, index) => first + index),
		template: (parameter, fallback) => {
			const template = templateOf(source, parameter, fallback);
			const isShown = isReview && parameter === 'message';
			return isShown && !isOneByOne(context) ? toolInputMessage(context, template) : template;
		},
		jsonOf,
	};
}

/** The whole input of the tool, as n8n's default for 'Message' of a review has it. */
const TOOL_INPUT = /\{\{\s*\$tool\.parameters\s*\}\}/;

/**
 * 'Message' of a review: of a call that would show another one it throws, and the whole input of the tool is written out, of
 * which n8n makes "[object Object]" between words. The node puts it together itself, so it has no gaps.
 */
function toolInputMessage(context: IExecuteFunctions, message: Template): Template {
	const raw = hostOf(context).node.parameters.message;
	const isTemplate = typeof raw === 'string' && raw.startsWith('=');
	const around = isTemplate ? raw.slice(1).split(TOOL_INPUT) : [];
	const valueFor = (item: number): unknown => {
		const input = describeToolInput(shownInput(context, item));
		if (around.length < 2) return message.valueFor(item);
		const words = around.map((piece) => {
			const value = piece === '' ? '' : context.evaluateExpression(piece, item);
			return typeof value === 'string' ? value : describeToolInput(value);
		});
		return words.join(input);
	};
	return { pieces: [], valueFor, readFor: (item) => ({ value: valueFor(item), gave: [] }) };
}

/**
 * The input, where it and the tool's name are what would run. n8n takes `$tool`, and of a tool's input each value, from an
 * object `query` first, and the name from what the model gives the review itself (n8n 2.41, handleFromAi and
 * createEngineRequests): a model could show a person another call. Throws InputProblem.
 */
function shownInput(context: IExecuteFunctions, item: number): unknown {
	const shown = context.evaluateExpression('{{ $tool }}', item) as object | null;
	const { name, parameters } = (shown ?? {}) as { name?: unknown; parameters?: unknown };
	const runs = reviewedTool(context) ?? { toolName: name, originalInput: parameters };
	const { query } = (parameters ?? {}) as { query?: unknown };
	const twice = Object.keys(Object(query) as object).find((key) =>
		Object.hasOwn(Object(parameters) as object, key),
	);
	if (name !== runs.toolName)
		throw forged(`the tool ${quote(name)}, and ${quote(runs.toolName)} would run`);
	if (JSON.stringify(parameters) !== JSON.stringify(runs.originalInput))
		throw forged('another input than the tool would get');
	if (twice !== undefined) throw forged(`two values for ${quote(twice)}, one of them in 'query'`);
	return parameters;
}

const forged = (what: string): InputProblem =>
	new InputProblem(
		`would show ${what}`,
		'Nobody was asked. The call was made so by the model: ask it anew.',
	);
