import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Fault, FaultAction, RecordedRequest } from '../../../sandbox/index.ts';
import type { RunOptions, RunResult } from './engine.ts';
import { type Gateway, PATH, gateway } from './gateway.ts';
import type { Parameters } from './operations.ts';
import { outcomesOf, pairOf, rowsFor } from './rows.ts';

/** One line of a table: what is set and comes in, what leaves, and how the rows end. Texts are as `said` reads them. */
export interface Line {
	/** Options as `grouped` takes them. */
	options?: IDataObject;
	/** Other parameters of the operation. */
	other?: INodeParameters;
	/** Items; or their numbers; or how many there are, as of `itemsOf`. */
	rows?: Items;
	/** What n8n is told. */
	node?: RunOptions['node'];
	more?: Partial<RunOptions>;
	/** What differs in the credential. */
	login?: IDataObject;
	/** What the service does: to every request, or to some. */
	fault?: FaultAction | Fault[];

	/** How the rows ended, in their order, as `ends` says it. */
	ends?: string;
	/** The same of the error output. */
	fails?: string;
	/** The run's error, and what it advises; without one there is none. */
	error?: string;
	advice?: string;
	/** The first failed row's. */
	reason?: string;
	/** Parts of the output, item by item. */
	json?: unknown[];
	/** What all items hold under these names. */
	has?: Record<string, unknown[]>;
	/** Which item each of the output is paired with. */
	pairs?: number[];
	/** The warnings of each row. */
	warns?: Array<string[] | undefined>;
	hint?: string;
	/** Who got something of this run, or how many messages there were. */
	sent?: string[] | number;
	/** How many requests it made besides the question for the credit; where there is an error, none unless given here or in `asks`. */
	requests?: number;
	/** Parts of the bodies of these. */
	wire?: unknown[];
	/** Which rows each of them was for, by the numbers of `numberOf`: `0,1 2,3`. */
	asks?: string;
}

export type Items = IDataObject[] | string[] | number;

/** A text of a table, in which `…` stands for any other. */
export function said(text: string): string {
	const parts = text.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	return expect.stringMatching(new RegExp(`^${parts.join('[^]*')}$`)) as unknown as string;
}

/** Items with a number, a text and a key each. */
export function itemsOf(given: Items): IDataObject[] {
	if (typeof given === 'number')
		return rowsFor(given).map((row, index) => ({ ...row, key: `key ${index}` }));
	return given.map((one) =>
		typeof one === 'string' ? { to: one, text: 'Hello', key: `key ${one}` } : one,
	);
}

const GROUPS = 'limits limitWaitTime numberFormat sendOnce speed text time waitUntilFinal'.split(
	' ',
);

/** Options as n8n hands them on: a table leaves out the `values` that n8n puts around those of a group. */
export function grouped(options: IDataObject): INodeParameters {
	return Object.fromEntries(
		Object.entries(options).map(([name, value]) => {
			const isBare =
				GROUPS.includes(name) &&
				typeof value === 'object' &&
				value !== null &&
				!('values' in value);
			return [name, isBare && Object.keys(value).length > 0 ? { values: value } : value];
		}),
	) as INodeParameters;
}

/** How rows ended, in their order: `2 accepted, 1 rejected, 1 accepted`. */
export function ends(items: INodeExecutionData[]): string {
	const runs: Array<{ outcome: string; count: number }> = [];
	for (const outcome of outcomesOf(items).map(String)) {
		const last = runs.at(-1);
		if (last?.outcome === outcome) last.count++;
		else runs.push({ outcome, count: 1 });
	}
	return runs.map(({ outcome, count }) => `${count} ${outcome}`).join(', ');
}

/** The rows that a request is for, by the numbers that are of a row; of others the number. */
function rowsIn({ fields }: RecordedRequest): string {
	const { data, destination } = fields as { data?: IDataObject[]; destination?: string };
	const all = data?.map((one) => String(one.destination)) ?? String(destination).split(',');
	return all.map((number) => number.replace(/^09120*(?=\d)/, '')).join();
}

/** Gives a function that runs a line and looks at what came of it. */
export function lineOf({ run, sandbox, credentials, bodies }: Gateway) {
	return async (line: Line, parameters: Parameters): Promise<RunResult> => {
		const { fault = [], rows = 1, node, more, login } = line;
		sandbox().setFaults(Array.isArray(fault) ? fault : [{ fault }]);
		const before = { requests: sandbox().requests().length, sent: sandbox().messages().length };
		const result = await run(
			{ ...parameters(grouped(line.options ?? {}), line.other), ...line.other },
			{
				rows: itemsOf(rows),
				node,
				credentials: credentials(login),
				...more,
			},
		);
		const all = sandbox().requests();
		const requests = all.slice(before.requests).filter(({ path }) => path !== PATH.getCredit);
		const { error, items, errorItems, hints } = result;
		const failed = [...items, ...errorItems].find(({ json }) => typeof json.error === 'string');
		const received = sandbox().messages().slice(before.sent);
		const seen = {
			error: error?.message,
			ends: ends(items),
			fails: ends(errorItems),
			advice: error?.description,
			reason: failed?.json.error,
			json: items.map(({ json }) => json),
			warns: items.map(({ json }) => json.warnings),
			has: Object.fromEntries(
				Object.keys(line.has ?? {}).map((name) => [name, items.map(({ json }) => json[name])]),
			),
			pairs: items.map(pairOf),
			hint: hints[0]?.message,
			sent:
				typeof line.sent === 'number'
					? received.length
					: received.map(({ destination }) => destination),
			requests: requests.length,
			asks: requests.map(rowsIn).join(' '),
			wire:
				line.wire &&
				bodies().filter((_, at) => at >= before.requests && all[at]?.path !== PATH.getCredit),
		};
		expect(seen).toMatchObject(expectedOf(line));
		if (line.error === undefined) expect(error).toBeUndefined();
		return result;
	};
}

/** What is to be seen of a line. */
function expectedOf(line: Line): Partial<Line> {
	const { error, advice, reason, hint, warns } = line;
	const texts = Object.entries({ error, advice, reason, hint }).filter(
		([, text]) => text !== undefined,
	);
	const isRefused = error !== undefined && line.asks === undefined;
	const whole = { ...line, requests: line.requests ?? (isRefused ? 0 : undefined) };
	const names = (
		'ends fails json has pairs sent requests wire asks'.split(' ') as Array<keyof Line>
	).filter((name) => whole[name] !== undefined);
	return {
		...Object.fromEntries(names.map((name) => [name, whole[name]])),
		...Object.fromEntries(texts.map(([name, text]) => [name, said(text ?? '')])),
		...(warns && { warns: warns.map((all) => all?.map(said)) }),
	};
}

/** Lines by what they prove; several in a list are runs one after the other. */
export type Table = Record<string, Line | Line[]>;

/** Gives a function that makes tests of a table, over an operation, or over each of some. */
export function tables(gateway: Gateway) {
	const check = lineOf(gateway);
	return (what: string, ways: Array<[string, Parameters]> | Parameters, table: Table) =>
		describe.each<[string, Parameters]>(Array.isArray(ways) ? ways : [['', ways]])(
			`${what} %s`,
			(_name, parameters) => {
				test.each(Object.entries(table))('%s', async (_proves, lines) => {
					for (const line of [lines].flat()) await check(line, parameters);
				});
			},
		);
}

/** A gateway, and what makes tests of tables over it; `around` has the runs done in another way. */
export function staged(
	engine: 'vm' | 'legacy' = 'legacy',
	around: (run: Gateway['run']) => Gateway['run'] = (run) => run,
) {
	const start = gateway(engine);
	const gate: Gateway = { ...start, run: around(start.run) };
	return { ...gate, check: lineOf(gate), table: tables(gate) };
}
