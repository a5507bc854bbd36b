import { expect, test } from '@jest/globals';

import type { Json } from '../../../nodes/SmsVoiceGateway/lib/json.ts';
import { sameId } from '../../../nodes/SmsVoiceGateway/response/members.ts';
import { entriesOf, readMessageIds } from '../../../nodes/SmsVoiceGateway/response/messageIds.ts';

test.each<[Json, string[]]>([
	[{ data: [9001, 'a-2'] }, ['9001', 'a-2']],
	[{ data: [{ msgid: 1 }, { MessageId: '2' }, { smsid: 3 }, { id: 4 }] }, ['1', '2', '3', '4']],
	[{ data: 9001 }, ['9001']],
	[{ data: { id: 9001 } }, ['9001']],
	[{ msgid: 9001 }, ['9001']],
	[{ message_id: 'a-1' }, ['a-1']],
	[{ SmsId: 5 }, ['5']],
	[{ data: null, msgid: 9001 }, ['9001']],
	// An id of another kind may be anything's.
	[{ id: 9001 }, []],
	[{ msgid: null }, []],
	[{ msgid: 'none', id: 9001 }, []],
	[{ data: [9001, null] }, []],
	[{ data: [{ status: 6 }, 9001] }, []],
	[{ data: {} }, []],
	[{ data: null }, []],
	[{}, []],
	[[9001], []],
	[9001, []],
	['9001', []],
	[null, []],
])('of %j the message ids are %j', (response, ids) => {
	expect(readMessageIds(response)).toEqual(ids);
});

test('an answer that names no message has no entries', () => {
	expect(entriesOf({ id: 1, data: null })).toEqual([]);
});

test.each([
	['9001', '9001'],
	['+9001', '9001'],
	['0009001', '9001'],
	['+009001', '9001'],
	['9 001', '9001'],
	['۹۰۰۱', '9001'],
	['0', '0'],
	['000', '0'],
	['a-17', 'a-17'],
	['a-007', 'a-007'],
	['007a', '007a'],
	['00a7', '00a7'],
	['+a7', '+a7'],
])('the id %j is the same as %j', (id, same) => {
	expect(sameId(id)).toBe(same);
});
