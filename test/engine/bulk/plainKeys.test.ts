import type { IDataObject } from 'n8n-workflow';

import type { FaultAction } from '../../../sandbox/index.ts';
import { deduplicator } from '../stage/deduplicator.ts';
import { CONTINUE, LOST } from '../stage/modes.ts';
import { bulk } from '../stage/operations.ts';
import { type Line, staged } from '../stage/table.ts';

const { table } = staged();
deduplicator();

const FORMAT = { numberFormat: { countryCode: '98' } };
const RESEND = { ...FORMAT, resendUnknown: true };
const CAMPAIGN = { sendOnce: { by: 'campaign', campaign: 'Parcels' } };
const rows = ['09121110001', '09121110002', '09121110003'].map((to) => ({ to, text: 'Hello' }));
/** How the three rows end, of which so many messages leave, with further options. */
const sends = (ends: string, sent: number, more: IDataObject = {}, fault?: FaultAction): Line => ({
	...{ options: { ...CAMPAIGN, ...more }, rows, node: CONTINUE, ends: `3 ${ends}`, sent },
	...(fault && { fault }),
});
const refused: FaultAction = { kind: 'refuse', code: 1010, message: 'no' };

// Where a number was refused the node itself advises to add the option, and to run the list again.
table("a campaign's rows", bulk, {
	'are known again once Number Format is set, and when it is taken away': [
		...[sends('rejected', 0, {}, refused), sends('accepted', 3)],
		...[sends('duplicate', 0, { ...FORMAT, dryRun: true }), sends('duplicate', 0, FORMAT)],
		sends('duplicate', 0),
	],
	'that may have been sent stay so, and are sent once more by Resend Unknown only': [
		...[sends('unknown', 3, {}, LOST), sends('unknown', 0, FORMAT)],
		...[sends('accepted', 3, RESEND), sends('duplicate', 0, RESEND)],
	],
	'that were refused may be sent, whichever of the two writings was taken first': [
		...[sends('rejected', 0, FORMAT, refused), sends('accepted', 3, FORMAT)],
		sends('duplicate', 0),
	],
});
