import { draftOf, type Row } from '../../../../nodes/SmsVoiceGateway/row/row.ts';
import { beginner, modelTime, statesOf } from './claims.ts';
import { inTime, NONE, World } from './world.ts';

modelTime();

let rows = 0;
const rowTo = (...destination: string[]): Row => {
	const id = rows++;
	return { ...draftOf(id), key: `key ${id}`, fields: { destination } };
};

/** Begins executions of a node whose numbers have one message each. */
const scene = () => beginner(new World(1, NONE), { maxPerNumber: 1 });

test('a row of which one number has had its messages takes nothing of its other numbers', async () => {
	const begin = scene();
	const states = await statesOf(begin(), [
		rowTo('09121110001'),
		rowTo('09121110001', '09121110002'),
	]);
	expect(states).toEqual(['ours', 'full']);
	expect(await statesOf(begin(), [rowTo('09121110002')])).toEqual(['ours']);
});

test('and keeps no key: it may go under it as soon as there is room', async () => {
	const begin = scene();
	const [first, second] = [rowTo('09121110001'), rowTo('09121110001')];
	const claims = begin();
	expect(await statesOf(claims, [first, second])).toEqual(['ours', 'full']);
	await inTime(claims.giveBack([first]));
	expect(await statesOf(begin(), [second])).toEqual(['ours']);
});
