import { expect, test } from '@jest/globals';

import { decide } from '../../../../nodes/SmsVoiceGateway/engine/keys/decide.ts';

const MINUTE = 60_000;

test.each([
	['new', 0, false, 'free'],
	['new', 0, true, 'free'],
	['ended', 10 * MINUTE, false, 'used'],
	['ended', 10 * MINUTE, true, 'used'],
	['doubt', 0, false, 'broken'],
	['doubt', 0, true, 'free'],
	['open', 0, false, 'busy'],
	['open', MINUTE - 1, false, 'busy'],
	['open', MINUTE, false, 'broken'],
	['open', MINUTE, true, 'busy'],
	['open', 6 * MINUTE - 1, true, 'busy'],
	['open', 6 * MINUTE, true, 'free'],
] as const)(
	'a key that is %s, seen for %i ms, with Resend Unknown %s, is %s',
	(found, waited, again, state) => {
		expect(decide(found, waited, again)).toBe(state);
	},
);
