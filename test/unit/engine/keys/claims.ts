import type { IExecuteFunctions } from 'n8n-workflow';

import { Claims } from '../../../../nodes/SmsVoiceGateway/keys/claims.ts';
import { draftOf, type Row } from '../../../../nodes/SmsVoiceGateway/row/row.ts';
import type { Subject } from './model.ts';
import { inTime, type World } from './world.ts';

/** Time that passes as the tests of a file say; and chance that is Math's own again after each. */
export function modelTime(): void {
	// Set by hand: the runner of mutants has no jest.spyOn.
	const { random } = Math;
	beforeEach(() => {
		jest.useFakeTimers({ now: 0 });
	});
	afterEach(() => {
		jest.useRealTimers();
		Math.random = random;
	});
}

type NamesOf = (row: Row) => readonly [string, ...string[]] | undefined;
export const keyOf: NamesOf = ({ key }) => (key === undefined ? undefined : [key]);
/** As where *Forget After* is set: the key in this window, and in the one before. */
export const bothOf: NamesOf = ({ key }) =>
	key === undefined ? undefined : [key, `before: ${key}`];

/** What claims ask for, by the key of a row unless given. */
export const claimsOf = (
	context: IExecuteFunctions,
	{ maxPerNumber = 0, namesOf = keyOf, resendUnknown = false } = {},
) =>
	new Claims(context, {
		namesOf,
		doubtedNamesOf: () => [],
		maxPerNumber,
		perHours: 24,
		resendUnknown,
	});

/** Rows with a key each. */
export const rowsOf = (count: number): Row[] =>
	Array.from({ length: count }, (_, id) => ({ ...draftOf(id), key: `key ${id}` }));

let processes = 0;
/** Begins executions in a world, each in a process of its own. */
export const beginner =
	(world: World, options: Parameters<typeof claimsOf>[1] = {}) =>
	() =>
		claimsOf(world.process(`process ${processes++}`).context, options);

/** What an execution is told of each of some rows. */
export async function statesOf(claims: Claims, rows: readonly Row[]) {
	const found = await inTime(claims.claim(rows));
	return rows.map((row) => found.get(row)?.state);
}

/** The keys of an execution, each of one row. */
export function subjectOf(
	context: IExecuteFunctions,
	options: Parameters<typeof claimsOf>[1] = {},
): Subject {
	const claims = claimsOf(context, options);
	const rows = new Map<string, Row>();
	const rowOf = (key: string): Row => {
		const row = rows.get(key) ?? { ...draftOf(0), id: key, key };
		rows.set(key, row);
		return row;
	};
	return {
		claim: async (keys) => {
			const found = await claims.claim(keys.map(rowOf));
			return new Map([...found].map(([{ key = '' }, { state }]) => [key, state]));
		},
		end: (key, isKnown) => (isKnown ? claims.end(rowOf(key)) : claims.doubt(rowOf(key))),
		giveBack: async (keys) => await claims.giveBack(keys.map(rowOf)),
		close: async () => await claims.close(),
	};
}
