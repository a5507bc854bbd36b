import type { INodeParameters } from 'n8n-workflow';

import { InputProblem, quote } from '../values/inputProblem';
import { ENGINE, type Expression, type Piece, piecesOf, valueAt, valueOf } from './rowExpressions';

/** A parameter for an item: what it is, and what each of its expressions gave, in their order. */
export interface Reading {
	value: unknown;
	gave: readonly unknown[];
}

/** A parameter as it stands in the workflow, taken apart once; of each item it tells what n8n makes of it. */
export interface Template {
	/** Text and expressions as n8n takes them apart; of what only n8n can take apart, the whole as text. */
	pieces: readonly Piece[];
	/** What it is for an item. Throws what n8n's engine throws for its expression. */
	valueFor(item: number): unknown;
	/** The same, with what came in by its expressions. Throws as `valueFor`. */
	readFor(item: number): Reading;
}

/** What n8n tells of a node's parameters and items. */
export interface Source {
	/** The parameters as they stand in the workflow. */
	parameters: INodeParameters;
	/** A parameter as n8n's engine evaluates it for an item. */
	evaluate(parameter: string, item: number, fallback: unknown): unknown;
	/** What n8n's engine makes of a text with expressions, such as `{{ $json.name }}`. */
	resolve(text: string, item: number): unknown;
	/** What an item holds. */
	jsonOf(item: number): object;
}

/**
 * Takes a parameter apart: `destination`, `options.sendOnce.values.key`. `fallback` holds where the workflow has none.
 *
 * What paths into the item read is read here, as an evaluation by n8n's engine costs as much as all else together; it
 * judges the first row, so that an n8n of another mind shows itself at once.
 */
export function templateOf(source: Source, path: string, fallback?: unknown): Template {
	const stored = rawValue(source.parameters, path);
	const raw = stored === undefined ? fallback : stored;
	const evaluate = (item: number): unknown => source.evaluate(path, item, fallback);
	const pieces = piecesOf(raw);
	if (pieces !== undefined) return expressions(pieces, evaluate, source);
	const text = typeof raw === 'string' ? [{ text: raw }] : [];
	const isFixed = typeof raw === 'string' ? !raw.startsWith('=') : !isStructure(raw);
	const valueFor = isFixed ? fixed(raw) : evaluate;
	return { pieces: text, valueFor, readFor: (item) => ({ value: valueFor(item), gave: [] }) };
}

/** Whether expressions may stand in a value, or n8n knows better what it is. */
const isStructure = (raw: unknown): boolean => typeof raw === 'object' || raw === undefined;

/**
 * A value without expressions. Throws InputProblem where it holds one, which n8n does not evaluate in a fixed field: nobody
 * is to get it, or hear it.
 */
function fixed(raw: unknown): (item: number) => unknown {
	const text = typeof raw === 'string' ? raw : '';
	const open = text.indexOf('{{');
	const close = text.indexOf('}}', open + 2);
	if (open < 0 || close < 0) return () => raw;
	return () => {
		throw new InputProblem(
			`holds ${quote(text.slice(open, close + 2))}, which n8n did not evaluate`,
			"Switch the field from 'Fixed' to 'Expression'.",
		);
	};
}

/** A template with expressions. One alone is not made text. */
function expressions(
	pieces: readonly Piece[],
	evaluate: (item: number) => unknown,
	source: Source,
): Template {
	const isAlone = pieces.length === 1;
	const sharedOf = sharedBy(source);
	let isTrusted: boolean | undefined;
	/** What is read here, or ENGINE; held against n8n's engine in the first row. */
	const verified = (value: unknown, item: number): unknown => {
		if (value === ENGINE || isTrusted === false) return evaluate(item);
		if (isTrusted) return value;
		const whole = evaluate(item);
		isTrusted = Object.is(whole, value);
		return whole;
	};
	/** The whole of it, with what each expression is by `of`; ENGINE where that is nothing to put into a text. */
	const filled = (of: (code: Expression) => unknown): unknown => {
		let text = '';
		let isKnown = true;
		for (const piece of pieces) {
			const value = 'text' in piece ? piece.text : of(piece);
			if (isAlone && 'code' in piece) return value;
			if (typeof value === 'string') text += value;
			else if (isWritten(value)) text += String(value ?? '');
			else isKnown = false;
		}
		return isKnown ? text : ENGINE;
	};
	return {
		pieces,
		valueFor: (item) => {
			const json = source.jsonOf(item);
			return verified(
				filled((code) => valueOf(code, json, item, sharedOf)),
				item,
			);
		},
		readFor: (item) => {
			const json = source.jsonOf(item);
			const gave: unknown[] = [];
			const value = filled((code) => {
				const read = valueOf(code, json, item, sharedOf);
				const given = read === ENGINE && !isAlone ? askedFor(code, json, item, source) : read;
				gave.push(given === ENGINE ? undefined : given);
				return given;
			});
			const whole = verified(value, item);
			return { value: whole, gave: isAlone ? [whole] : gave };
		},
	};
}

/** Whether n8n writes a value into a text as it is, or nothing for it. */
const isWritten = (value: unknown): boolean =>
	value === undefined || value === null || typeof value === 'boolean' || Number.isFinite(value);

/** What an expression gives that is not read here: an object of the item, or what n8n's engine makes of the code. */
function askedFor(code: Expression, json: object, item: number, source: Source): unknown {
	const { reads } = code;
	const read = reads === undefined || reads === 'shared' ? ENGINE : valueAt(json, reads);
	return read === ENGINE ? resolved(code.code, item, source) : read;
}

/** What n8n's engine makes of a code; ENGINE where that fails: then the parameter itself does too, and says so by item. */
function resolved(code: string, item: number, source: Source): unknown {
	try {
		return source.resolve(`{{ ${code} }}`, item);
	} catch {
		return ENGINE;
	}
}

/** What codes give that have the same value in every row, each evaluated once. */
function sharedBy(source: Source): (code: string, item: number) => unknown {
	const values = new Map<string, unknown>();
	return (code, item) => {
		if (!values.has(code)) values.set(code, resolved(code, item, source));
		return values.get(code);
	};
}

/** A parameter as it stands in the workflow, expression or not. */
export function rawValue(parameters: INodeParameters, path: string): unknown {
	let value: unknown = parameters;
	for (const name of path.split('.')) value = (value as INodeParameters | undefined)?.[name];
	return value;
}
