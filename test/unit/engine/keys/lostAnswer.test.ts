import type { IExecuteFunctions } from 'n8n-workflow';

import { Claims } from '../../../../nodes/SmsVoiceGateway/keys/claims.ts';
import { draftOf, type Row } from '../../../../nodes/SmsVoiceGateway/row/row.ts';
import { inTime, NONE, World } from './model.ts';

beforeEach(() => {
	jest.useFakeTimers({ now: 0 });
});
afterEach(() => {
	jest.useRealTimers();
});

/** Keys of one world's executions, which all know a row by its key; where it is forgotten after some hours by that of the hours before, too. */
function keysOf(context: IExecuteFunctions, isForgotten = false) {
	const claims = new Claims(context, {
		namesOf: ({ key }) => {
			if (key === undefined) return undefined;
			return isForgotten ? [key, `before: ${key}`] : [key];
		},
		doubtedNamesOf: () => [],
		maxPerNumber: 0,
		perHours: 24,
		resendUnknown: false,
	});
	const rows = new Map<string, Row>();
	const rowOf = (key: string): Row => {
		const row = rows.get(key) ?? { ...draftOf(0), id: key, key };
		rows.set(key, row);
		return row;
	};
	return {
		/** How each key stands. */
		claim: async (...keys: string[]) => {
			const found = await inTime(claims.claim(keys.map(rowOf)));
			return Object.fromEntries([...found].map(([{ key = '' }, { state }]) => [key, state]));
		},
		end: (key: string) => claims.end(rowOf(key)),
		close: async () => await inTime(claims.close()),
	};
}

/** An execution of which the answers to the `lost` records of its node's keys (0, 1 …) don't arrive. */
function losing(world: World, name: string, lost: number, isForgotten = false) {
	const { context } = world.process(name);
	let records = 0;
	const record = context.helpers.checkProcessedAndRecord.bind(context.helpers);
	const helpers: IExecuteFunctions['helpers'] = {
		...context.helpers,
		checkProcessedAndRecord: async (...given) => {
			const answer = await record(...given);
			if (given[1] === 'node' && records++ === lost) throw new Error('connection lost');
			return answer;
		},
	};
	return keysOf({ ...context, helpers }, isForgotten);
}

/** A world in which A was sent, and C is on its way in an execution that goes on. */
async function begun(name: string) {
	const world = new World(1, NONE);
	const sender = keysOf(world.process(`${name}, sender`).context);
	await sender.claim('A', 'C');
	sender.end('A');
	await sender.close();
	const other = keysOf(world.process(`${name}, other`).context);
	await other.claim('C');
	return { world, other };
}

test('a record whose answer is lost says which keys are ours where nothing else can be new', async () => {
	const { world } = await begun('one new');
	const asking = losing(world, 'one new, asking', 0);
	expect(await asking.claim('A', 'D')).toEqual({ A: 'used', D: 'ours' });
});

test('where another one of the keys may be the new one, none of them is ours until that one ends', async () => {
	const { world, other } = await begun('two open');
	const asking = losing(world, 'two open, asking', 0);
	expect(await asking.claim('A', 'C', 'D')).toEqual({ A: 'used', C: 'busy', D: 'busy' });
	other.end('C');
	await other.close();
	expect(await asking.claim('C', 'D')).toEqual({ C: 'used', D: 'ours' });
});

test('of a message that was sent no name may be the new one, where it is forgotten after some hours', async () => {
	const world = new World(1, NONE);
	const sender = keysOf(world.process('forgotten, sender').context, true);
	await sender.claim('A');
	sender.end('A');
	await sender.close();
	const other = keysOf(world.process('forgotten, other').context, true);
	await other.claim('C');
	const asking = losing(world, 'forgotten, asking', 0, true);
	expect(await asking.claim('A', 'D')).toEqual({ A: 'used', D: 'ours' });
	const later = losing(world, 'forgotten, later', 0, true);
	expect(await later.claim('C', 'E')).toEqual({ C: 'busy', E: 'busy' });
	other.end('C');
	await other.close();
	expect(await later.claim('C', 'E')).toEqual({ C: 'used', E: 'ours' });
});

test('what had ended before counts as its own, not as a key that was new', async () => {
	const { world } = await begun('ended before');
	const asking = losing(world, 'ended before, asking', 1);
	expect(await asking.claim('E')).toEqual({ E: 'ours' });
	asking.end('E');
	expect(await asking.claim('A', 'D')).toEqual({ A: 'used', D: 'ours' });
});

test('a question whose answer is lost destroys nothing, and leaves nothing behind', async () => {
	const { world, other } = await begun('asked');
	const asking = losing(world, 'asked, asking', 1);
	expect(await asking.claim('A', 'C')).toEqual({ A: 'used', C: 'busy' });
	const later = keysOf(world.process('asked, later').context);
	expect(await later.claim('A', 'C')).toEqual({ A: 'used', C: 'busy' });
	other.end('C');
	await other.close();
	expect(await later.claim('C')).toEqual({ C: 'used' });
});

test('what a killed one has asked for does not pass for sent where the answer to the next question is lost too', async () => {
	const { world, other } = await begun('asked twice');
	await other.claim('X');
	const killed = world.process('asked twice, killed').context.helpers;
	const entries = ['n8n-nodes-sms-voice-gateway: sent X'];
	await inTime(killed.checkProcessedAndRecord(entries, 'node', { mode: 'entries' }));
	const asking = losing(world, 'asked twice, asking', 2);
	expect(await asking.claim('A', 'X')).toEqual({ A: 'busy', X: 'busy' });
});
