import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { Pace } from '../dispatch/pace';
import { readBatchInterval, readBatchSize, readInvalidRows } from '../lib/bulkSettings';
import { quote } from '../lib/inputProblem';
import { readParallel } from '../lib/parallel';
import type { Problem } from '../request/draft';
import { problemOf } from '../request/reading';
import { readRequestOptions } from '../request/requestOptions';
import type { RequestOptions } from '../request/requestOptions';

/** What holds for all rows of a run, by its first item. */
export interface Settings {
	batchSize: number;
	parallel: number;
	invalidRows: 'stop' | 'skip';
	/** The user's two ways to slow requests down: Batch Interval, and Request Options → Batching. */
	paces: Pace[];
	request: Partial<IHttpRequestOptions>;
	problems: Problem[];
}

/** A key that is written out and no expression would make all rows but one duplicates. */
function keyOfAll(context: IExecuteFunctions): Problem[] {
	const { options } = context.getNode().parameters as { options?: { uniqueKey?: unknown } };
	const key = options?.uniqueKey;
	if (key === undefined || key === '' || String(key).startsWith('=')) return [];
	if (context.getInputData().length < 2) return [];
	return [
		{
			parameter: 'Unique Key',
			says: `is ${quote(key)} for every item`,
			advice: 'Use an expression that differs by row, such as {{ $json.orderNumber }}.',
		},
	];
}

/** Reads the options of a bulk. Whatever is wrong with one is among `problems`. */
export function readSettings(context: IExecuteFunctions): Settings {
	const problems = keyOfAll(context);
	const read = <T>(shown: string, parameter: string, usual: T, reader: (value: unknown) => T) => {
		try {
			return reader(context.getNodeParameter(parameter, 0, usual));
		} catch (error) {
			problems.push(problemOf(shown, error));
			return usual;
		}
	};
	const interval = read('Batch Interval', 'options.batchInterval', 0, readBatchInterval);
	const { batching } = context.getNodeParameter('requestOptions', 0, {}) as RequestOptions;
	return {
		batchSize: read('Batch Size', 'options.batchSize', 100, readBatchSize),
		parallel: read('Parallel Requests', 'options.parallelRequests', 1, readParallel),
		invalidRows: read('Invalid Rows', 'options.invalidRows', 'stop' as const, readInvalidRows),
		paces: [new Pace(1, interval), Pace.of(batching)],
		request: read('Request Options', 'requestOptions', {}, (value) =>
			readRequestOptions(value as RequestOptions),
		),
		problems,
	};
}
