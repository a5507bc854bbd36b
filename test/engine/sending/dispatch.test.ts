import { ALL_THAT_SEND, everythingIn, numbers, REFUSED, send, staged, to } from '../stage/index.ts';

const { sandbox, run, givenIds, answerWith, check, front: openFront } = staged();

test.each(ALL_THAT_SEND)('requests of %s leave in item order, one at a time', async (_, one) => {
	const { url, most } = await openFront();
	const login = { smsBaseUrl: url, callBaseUrl: url };
	await check({ rows: 5, login, sent: numbers(5), asks: '0 1 2 3 4' }, one);
	expect(most()).toBe(1);
});

test.each([
	[numbers(15), 14, (ids: string[]) => `; item 9, message id ${ids[9]} and 4 more),`],
	[[numbers(15).join(), '0935'], 1, (ids: string[]) => `, ${ids[9]} and 5 more),`],
])('in stop mode the error names every id of what was accepted: %#', async (rows, last, said) => {
	const fault = [{ match: { destination: rows[last] ?? '' }, fault: REFUSED }];
	sandbox().setFaults(fault);
	const stopped = await run(send(to), { rows: rows.map((number) => ({ to: number })) });
	const ids = givenIds();
	expect(ids.length).toBeGreaterThan(13);
	const words = everythingIn(stopped.error);
	expect(ids.filter((id) => !words.includes(id))).toEqual([]);
	expect(stopped.error?.description).toContain(said(ids));
});

test('keys such as __proto__ and constructor in an answer have no effect', async () => {
	const polluting = '"__proto__":{"polluted":""},"constructor":{"prototype":{"polluted":""}}';
	answerWith(`{"meta":{"status":200,${polluting}},"data":[9001],${polluting}}`);
	const { json } = await run(send());
	expect(json[0]?.messageIds).toEqual(['9001']);
	expect('polluted' in {} || Object.keys(Object.prototype).length > 0).toBe(false);
});
