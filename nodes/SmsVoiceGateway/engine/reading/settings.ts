import type { IHttpRequestOptions } from 'n8n-workflow';

import { quote } from '../../lib/inputProblem';
import { readNumberFormat } from '../../lib/numberFormat';
import type { NumberFormat } from '../../lib/numberFormat';
import { readParallel } from '../../lib/parallel';
import { readButtons, readResponseType } from '../../lib/question';
import {
	readBatchInterval,
	readBatchSize,
	readCredit,
	readHours,
	readInvalidRows,
	readLimit,
	readPerNumber,
} from '../../lib/settings';
import { readSwitch } from '../../lib/switch';
import { readUntilFinal } from '../../lib/untilFinal';
import type { UntilFinal } from '../../lib/untilFinal';
import { readWaitLimit } from '../../lib/waitLimit';
import type { WaitLimit } from '../../lib/waitLimit';
import { readRequestOptions } from '../../wire/requestOptions';
import type { RequestOptions } from '../../wire/requestOptions';
import type { Context } from '../caller';
import { isRowTaken } from '../keys/lockRow';
import { problemOf } from '../row/problem';
import type { ParameterProblem } from '../row/problem';
import { givenOption } from './given';
import type { Inputs } from './inputs';
import type { Limits } from '../checks/limits';
import type { Operation } from '../operation';
import { Pace } from '../delivery/pace';

/** What holds for all rows of a try, by its first item. */
export interface Settings {
	batchSize: number;
	parallel: number;
	/** Undefined where the user says nothing of it. */
	invalidRows: 'stop' | 'skip' | undefined;
	limits: Limits;
	/** Whether Latin texts leave with plain punctuation. */
	plainPunctuation: boolean;
	/** Undefined where numbers leave as they were given. */
	numberFormat: NumberFormat | undefined;
	/** Undefined where each id is asked for once. */
	untilFinal: UntilFinal | undefined;
	/** What a person is asked may be answered with one of these; undefined where it is with a text. */
	buttons: string[] | undefined;
	/** When nobody answers any more; undefined where the run waits without end. */
	waitLimit: WaitLimit | undefined;
	/** The user's two ways to slow requests down: Batch Interval, and Request Options → Batching. */
	paces: Pace[];
	request: Partial<IHttpRequestOptions>;
	problems: ParameterProblem[];
}

/** A key that is written out and no expression would make all rows but one duplicates. */
function keyOfAll(context: Context, { items }: Inputs): ParameterProblem[] {
	const key = givenOption(context, 'uniqueKey');
	// One that is empty, or that n8n should have evaluated, is refused for what it is.
	if (key === undefined || /^$|^=|\{\{/.test(String(key)) || items.length < 2) return [];
	return [
		{
			parameter: 'Unique Key',
			says: `is ${quote(key)} for every item`,
			advice: 'Use an expression that differs by row, such as {{ $json.orderNumber }}.',
		},
	];
}

/** What was added and left empty would do nothing, silently. A 'Time Zone' that is empty is the workflow's. */
function leftEmpty(context: Context, options: Operation['options']): ParameterProblem[] {
	return options
		.filter(({ name, type }) => {
			const given = givenOption(context, name);
			if (type === 'string') return given === '' && name !== 'timeZone';
			if (type !== 'fixedCollection' || typeof given !== 'object') return false;
			return Object.values(given ?? {}).flat().length === 0;
		})
		.map(({ displayName }) => ({
			parameter: displayName,
			says: 'was added and left empty',
			advice: 'Fill it in, or remove the option.',
		}));
}

/** What is kept over executions needs a lock where n8n's Remove Duplicates keeps its entries. */
function besideRemoveDuplicates(context: Context): ParameterProblem[] {
	const parameters = [
		['uniqueKey', 'Unique Key'],
		['campaign', 'Campaign'],
		['maxPerNumber', 'Max per Number'],
	] as const;
	const given = parameters.find(([name]) => givenOption(context, name) !== undefined);
	if (given === undefined || !isRowTaken(context)) return [];
	return [
		{
			parameter: given[1],
			says: "can't be kept beside a 'Remove Duplicates' node with the scope 'Workflow'",
			advice: "Set the 'Scope' of that node to 'Node', or send in a workflow of its own.",
		},
	];
}

/** Two answers to the same question. */
function twoKeys(context: Context): ParameterProblem[] {
	if (['uniqueKey', 'campaign'].some((name) => givenOption(context, name) === undefined)) return [];
	return [
		{
			parameter: 'Campaign',
			says: "can't be combined with 'Unique Key'",
			advice: 'Remove one of the two: a campaign makes the key of each message by itself.',
		},
	];
}

/** A limit over executions that can't be kept. */
function limitOneByOne(context: Context, isOneByOne: boolean): ParameterProblem[] {
	if (!isOneByOne || givenOption(context, 'maxPerNumber') === undefined) return [];
	return [
		{
			parameter: 'Max per Number',
			says: "can't be kept where n8n runs the node for one item at a time",
			advice: "Remove it, or run the node in a workflow's main flow.",
		},
	];
}

/** Reads the options that hold for all rows. Whatever is wrong with one is among `problems`. */
export function readSettings(
	context: Context,
	{ options, asks }: Operation,
	inputs: Inputs,
	isOneByOne: boolean,
): Settings {
	const problems = [
		...leftEmpty(context, options),
		...keyOfAll(context, inputs),
		...twoKeys(context),
		...besideRemoveDuplicates(context),
		...limitOneByOne(context, isOneByOne),
	];
	const first = inputs.items[0] ?? 0;
	const read = <T>(shown: string, parameter: string, usual: T, reader: (value: unknown) => T) => {
		try {
			return reader(inputs.values(parameter, usual)(first));
		} catch (error) {
			problems.push(problemOf(shown, error));
			return usual;
		}
	};
	const option = <T>(name: string, usual: T, reader: (value: unknown) => T): T => {
		const property = options.find((own) => own.name === name);
		if (property === undefined || givenOption(context, name) === undefined) return usual;
		return read(property.displayName, `options.${name}`, usual, reader);
	};
	const group = <T>(name: string, reader: (values: unknown) => T): T | undefined => {
		const given = givenOption(context, name) as { values?: unknown } | undefined;
		if (given?.values === undefined) return undefined;
		return option<T | undefined>(name, undefined, (value) =>
			reader((value as { values?: unknown }).values),
		);
	};
	const sizes = options.find(({ name }) => name === 'batchSize');
	const usual = Number(sizes?.default ?? 1);
	const most = sizes?.typeOptions?.maxValue ?? 1;
	const interval = option('batchInterval', 0, readBatchInterval);
	const { batching } = inputs.values('requestOptions', {})(first) as RequestOptions;
	const asksForText =
		asks === true &&
		read('Response Type', 'responseType', 'approval', readResponseType) === 'freeText';
	return {
		batchSize: option('batchSize', usual, (value) => readBatchSize(value, usual, most)),
		parallel: option('parallelRequests', 1, readParallel),
		invalidRows: option<Settings['invalidRows']>('invalidRows', undefined, readInvalidRows),
		plainPunctuation: option('plainPunctuation', false, readSwitch),
		numberFormat: group('numberFormat', readNumberFormat),
		untilFinal: group('waitUntilFinal', readUntilFinal),
		buttons:
			asks !== true || asksForText
				? undefined
				: read('Approval Options', 'approvalOptions', ['Approve'], readButtons),
		waitLimit: group('limitWaitTime', (values) =>
			readWaitLimit(values, context.getTimezone(), Date.now()),
		),
		limits: {
			messages: option<Limits['messages']>('maxMessages', undefined, readLimit),
			parts: option<Limits['parts']>('maxParts', undefined, readLimit),
			credit: option<Limits['credit']>('minCredit', undefined, readCredit),
			failures: option<Limits['failures']>('stopAfterFailures', undefined, readLimit),
			perNumber:
				givenOption(context, 'maxPerNumber') === undefined
					? undefined
					: {
							most: option('maxPerNumber', 1, readPerNumber),
							hours: option('perHours', 24, readHours),
						},
		},
		paces: [new Pace(1, interval), Pace.of(batching)],
		request: read('Request Options', 'requestOptions', {}, (value) =>
			readRequestOptions(value as RequestOptions),
		),
		problems,
	};
}
