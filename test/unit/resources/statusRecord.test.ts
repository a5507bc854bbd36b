import { expect, test } from '@jest/globals';

import type { Json } from '../../../nodes/SmsVoiceGateway/values/json.ts';
import { statusReader } from '../../../nodes/SmsVoiceGateway/resources/sms/status.ts';

const itemOf = (record: { [key: string]: Json }) =>
	statusReader(['1'], { data: [{ msgid: 1, ...record }] })(['1'])[0];

test.each<[{ [key: string]: Json }, unknown]>([
	[{ status: 6 }, { status: 6, statusText: 'Delivered', final: true }],
	[{ state: '6' }, { status: 6, statusText: 'Delivered', final: true }],
	[{ delivery_status: ' 1 ' }, { status: 1, statusText: 'Queued', final: false }],
	[{ status: '06' }, { status: 6, statusText: 'Delivered', final: true }],
	[{ status: '۶' }, { status: 6, statusText: 'Delivered', final: true }],
	[{ status: 'delivered' }, { status: 6, statusText: 'Delivered', final: true }],
	[{ status: '-01' }, { status: -1, statusText: 'Not found', final: true }],
	[{ status: 11 }, { statusText: 'Handed over, no ID from the operator', final: true }],
	[{ status: 13 }, { statusText: 'No delivery report', final: true }],
	[{ status: '20' }, { status: 20, final: false, warnings: [expect.stringContaining('provider')] }],
	[{ status: 52 }, { statusText: 'State not known', final: false }],
	[{ status: 77 }, { status: 77, statusText: 'Unknown status', final: false }],
	[{ status: 'on its way' }, { status: 'on its way', statusText: 'Unknown status', final: false }],
	[{}, { status: null, statusText: 'Unknown status', final: false }],
])('the status of %j is %j', (record, shown) => {
	expect(itemOf(record)).toMatchObject(shown as object);
});

const TIME = '2026-11-21 10:00:05';

test.each<[{ [key: string]: Json }, string | null, string | null]>([
	[{ sendTime: TIME }, TIME, null],
	[{ sent_time: TIME }, TIME, null],
	[{ sentAt: TIME }, TIME, null],
	[{ deliverTime: TIME }, null, TIME],
	[{ delivery_time: TIME }, null, TIME],
	[{ deliveredAt: TIME }, null, TIME],
	[{ sendTime: '0000-00-00 00:00:00', deliverTime: ' ' }, null, null],
	[{ sendTime: null, deliverTime: 1795255205 }, null, null],
	[{ sendTime: 'on 0000-00-00' }, 'on 0000-00-00', null],
	[{}, null, null],
])('the times of %j are %j and %j', (record, sentAt, deliveredAt) => {
	expect(itemOf(record)).toMatchObject({ sentAt, deliveredAt });
});

test.each<[Json]>([
	[{ data: [] }],
	[{ data: ['9001'] }],
	[{ data: [{ status: 6 }] }],
	[{ meta: { status: 200 } }],
	['OK'],
	[null],
])('the answer %j, which has no records, says nothing of the id, and stands whole', (response) => {
	const item = statusReader(['9001'], response)(['9001']);
	expect(item).toEqual([
		{
			messageId: '9001',
			status: null,
			statusText: 'Not in the answer',
			final: false,
			sentAt: null,
			deliveredAt: null,
			response,
		},
	]);
});

test('a record without an id that can be one belongs to no message', () => {
	const data: Json = [{ msgid: 'none', status: 5 }, { status: 5 }, { msgid: 1, status: 6 }];
	expect(statusReader(['1', '2'], { data })(['1', '2'])).toMatchObject([
		{ messageId: '1', status: 6 },
		{ messageId: '2', status: null, statusText: 'Not in the answer', final: false },
	]);
});
