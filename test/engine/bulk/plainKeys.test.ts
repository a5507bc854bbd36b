import { expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { deduplicator } from '../stage/deduplicator.ts';
import { gateway } from '../stage/gateway.ts';
import { CONTINUE } from '../stage/modes.ts';
import { bulk, merged } from '../stage/operations.ts';
import { outcomesOf, times } from '../stage/rows.ts';

const { sandbox, run } = gateway();
deduplicator();

const FORMAT = { numberFormat: { values: { countryCode: '98' } } };
const CAMPAIGN = { sendOnce: { values: { by: 'campaign', campaign: 'Parcels' } } };
const rows = ['09121110001', '09121110002', '09121110003'].map((to) => ({ to, text: 'Hello' }));
const send = async (options: INodeParameters = {}) =>
	await run(bulk(merged(CAMPAIGN, options)), { rows, node: CONTINUE });
const sent = () => sandbox().messages().length;

// Where a number was refused the node itself advises to add the option, and to run the list again.
test("a campaign's rows are known again once Number Format is set, and when it is taken away", async () => {
	sandbox().setFaults([{ times: 1, fault: { kind: 'refuse', code: 1010, message: 'no' } }]);
	expect(outcomesOf((await send()).items)).toEqual(times(3, 'rejected'));
	expect(outcomesOf((await send()).items)).toEqual(times(3, 'accepted'));
	const dry = await send({ ...FORMAT, dryRun: true });
	expect(outcomesOf(dry.items)).toEqual(times(3, 'duplicate'));
	expect(outcomesOf((await send(FORMAT)).items)).toEqual(times(3, 'duplicate'));
	// And where it is taken away again.
	expect(outcomesOf((await send()).items)).toEqual(times(3, 'duplicate'));
	expect(sent()).toBe(3);
});

test('what may have been sent stays so, and is sent once more by Resend Unknown only', async () => {
	sandbox().setFaults([{ times: 1, fault: { kind: 'drop', when: 'after' } }]);
	expect(outcomesOf((await send()).items)).toEqual(times(3, 'unknown'));
	expect(outcomesOf((await send(FORMAT)).items)).toEqual(times(3, 'unknown'));
	const before = sent();
	const again = { ...FORMAT, resendUnknown: true };
	expect(outcomesOf((await send(again)).items)).toEqual(times(3, 'accepted'));
	expect(outcomesOf((await send(again)).items)).toEqual(times(3, 'duplicate'));
	expect(sent()).toBe(before + 3);
});

test('what was refused may be sent, whichever of the two writings was taken first', async () => {
	const refused = {
		times: 1,
		fault: { kind: 'refuse', code: 1006, message: 'no credit' },
	} as const;
	sandbox().setFaults([refused]);
	expect(outcomesOf((await send(FORMAT)).items)).toEqual(times(3, 'rejected'));
	expect(outcomesOf((await send(FORMAT)).items)).toEqual(times(3, 'accepted'));
	expect(outcomesOf((await send()).items)).toEqual(times(3, 'duplicate'));
	expect(sent()).toBe(3);
});
