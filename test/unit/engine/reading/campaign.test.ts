import { describe, expect, test } from '@jest/globals';

import { keyByCampaign } from '../../../../nodes/SmsVoiceGateway/engine/reading/campaign.ts';
import type { Row } from '../../../../nodes/SmsVoiceGateway/engine/row/row.ts';

const keyOf = (fields: object | undefined, campaign: string | undefined = 'spring') => {
	const row: Row = {
		item: 0,
		id: 0,
		multipart: false,
		dryRun: false,
		resendUnknown: false,
		...(fields === undefined ? {} : { fields }),
		...(campaign === undefined ? {} : { campaign }),
	};
	keyByCampaign(row);
	return row.key;
};
const MESSAGE = { source: '3000', destination: '0912', message: 'Hello' };

describe('the key of a campaign’s message', () => {
	test('is the same for what goes to the same number, whenever and from whichever sender', () => {
		const key = keyOf(MESSAGE);
		expect(key).toBeDefined();
		expect(keyOf({ ...MESSAGE, source: '4000', scheduled: '2026-01-01 10:00' })).toBe(key);
		expect(keyOf({ ...MESSAGE, destination: ['0912'] })).toBe(key);
		expect(keyOf({ ...MESSAGE, destination: ['1', '2', '10'] })).toBe(
			keyOf({ ...MESSAGE, destination: ['10', '1', '2'] }),
		);
	});

	test('differs by campaign, number, text, voice file and code', () => {
		const all = [
			keyOf(MESSAGE),
			keyOf(MESSAGE, 'autumn'),
			keyOf({ ...MESSAGE, destination: '0913' }),
			keyOf({ ...MESSAGE, destination: ['0912', '0913'] }),
			keyOf({ ...MESSAGE, message: 'Bye' }),
			keyOf({ destination: '0912', file_id: '7' }),
			keyOf({ destination: '0912', file_id: '8' }),
			keyOf({ destination: '0912', code: '7' }),
			keyOf({ destination: '0912', code: '8' }),
			keyOf({ destination: '0912', message: '7' }),
		];
		expect(new Set(all).size).toBe(all.length);
		for (const key of all) expect(key).toMatch(/^\["campaign",/);
	});

	test('leaves the numbers of the row in their order', () => {
		const destination = ['2', '1'];
		keyOf({ ...MESSAGE, destination });
		expect(destination).toEqual(['2', '1']);
	});

	test('is none for a row without a campaign, nor for one that is wrong', () => {
		const row = { item: 0, id: 0, multipart: false, dryRun: false, resendUnknown: false };
		const without: Row = { ...row, fields: MESSAGE };
		keyByCampaign(without);
		expect(without.key).toBeUndefined();
		expect(keyOf(undefined)).toBeUndefined();
	});
});
