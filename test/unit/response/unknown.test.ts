import { expect, test } from '@jest/globals';
import {
	array,
	assert,
	constantFrom,
	dictionary,
	integer,
	letrec,
	oneof,
	property,
	tuple,
} from 'fast-check';

import { runsOf } from '../fuzz.ts';
import { read } from './read.ts';

/** Names of members in the answers that public clients and manuals of such services show. */
const NAMES = [
	...[
		'RetStatus',
		'StrRetStatus',
		'Value',
		'return',
		'entries',
		'message',
		'Message',
		'statustext',
	],
	...[
		'status',
		'Status',
		'state',
		'code',
		'statusCode',
		'Code',
		'error',
		'errorCode',
		'error_text',
	],
	...['success', 'IsSuccessful', 'data', 'result', 'results', 'messages', 'meta', 'response', 'd'],
	...['SMSMessageData', 'Recipients', 'cost', 'number', 'balance', 'credit', 'remaining', 'type'],
	...['recId', 'requestId', 'trackingId', 'JobId'],
	...['sent', 'accepted', 'queued', 'invalid_numbers', 'rejected', 'info', 'details', '0', ''],
];

const ID_NAMES = ['messageId', 'message_id', 'id', 'msgid', 'call_id', 'message_uuid'];
/** What stands under the name of an id where there is none. */
const NO_ID = [null, false, 0, -1, '', '0', '-1', 'None', 'null', 'N/A', [], [0], 'ERR-17'];

/** What they say where they refuse; nothing of it is a word of acceptance, a code of success, an id or a yes. */
const SAID = [
	...[
		'InvalidUsernameOrPassword',
		'REJECTD',
		'UserInBlacklist',
		'Sender ID not approved',
		'Forbidden',
	],
	...[
		'پارامترهای اجباری خالی ارسال شده اند',
		'اعتبار كافي نيست',
		'سامانه در حال بروزرسانی می باشد',
	],
	...[
		'خط ارسالی در سیستم تعریف نشده است',
		'رصيدك غير كاف',
		'kredi yetersiz',
		'недостаточно средств',
	],
	...[
		'余额不足',
		'saldo insuficiente',
		'could not be sent',
		'message not accepted',
		'0 sent',
		'ok?',
	],
	...[
		'Success: 0',
		'sent to 0/1',
		'not ok',
		'unsuccessful',
		'ERR-17',
		'None',
		'null',
		'N/A',
		'',
		'-1',
	],
	...[
		null,
		false,
		0,
		-1,
		-301,
		2,
		5,
		14,
		35,
		301,
		406,
		418,
		962,
		1006,
		1015,
		3.5,
		'0',
		'13',
		'406',
	],
];

const { answer } = letrec<{ answer: unknown; object: unknown }>((tie) => ({
	answer: oneof(
		{ depthSize: 'small', withCrossShrink: true },
		constantFrom<unknown>(...SAID),
		tie('object'),
		array(tie('answer'), { maxLength: 3 }),
	),
	object: tuple(
		dictionary(constantFrom(...NAMES), tie('answer'), { minKeys: 1, maxKeys: 5 }),
		dictionary(constantFrom(...ID_NAMES), constantFrom<unknown>(...NO_ID), { maxKeys: 1 }),
	).map(([members, ids]) => ({ ...members, ...ids })),
}));

/** As it is, as a text, as text in JSON, in ASP.NET's d, and in an ASMX element. */
const wrapped = (said: unknown, wrapping: number): string => {
	const json = JSON.stringify(said);
	const text = typeof said === 'string' ? said : json;
	return [
		json,
		text,
		JSON.stringify(json),
		JSON.stringify({ d: json }),
		`<string xmlns="http://tempuri.org/">${text.replaceAll('<', '&lt;')}</string>`,
	][wrapping] as string;
};

test('an answer that proves no acceptance is never taken for one, whoever gives it', () => {
	const rows = [[['09120000000']], [['09120000000'], ['09120000001']], [['0912', '0913', '0914']]];
	assert(
		property(
			answer,
			integer({ min: 0, max: 4 }),
			constantFrom(...rows),
			(said, wrapping, given) => {
				const body = wrapped(said, wrapping);
				expect([body, read(body, { rows: given }).kind]).not.toEqual([body, 'accepted']);
			},
		),
		runsOf(10_000),
	);
});

/** What is a code of refusal: below zero, HTTP's 4xx but time-outs and the like, and the service's own. */
const isOfRefusal = (code: number) =>
	code < 0 ||
	(code >= 400 && code < 500 && ![408, 425, 444, 449, 460, 499].includes(code)) ||
	(code > 1000 && code < 1100);

/** Where a code may stand, and what refuses there: in the service's own `meta` all that is no success. */
const PLACES: Array<[(members: object) => object, (code: number) => boolean]> = [
	[(members) => members, isOfRefusal],
	[(data) => ({ data: [data] }), isOfRefusal],
	[(members) => ({ ...members, message: 'said' }), isOfRefusal],
	[(response) => ({ response }), isOfRefusal],
	[(meta) => ({ meta }), (code) => code < 0 || code >= 300],
];

test('a code refuses only where it is one that refuses, wherever and however it stands', () => {
	assert(
		property(
			integer({ min: -99_999, max: 99_999 }),
			constantFrom('code', 'status', 'StatusCode', 'response_code', 'resultStatus', 'state'),
			constantFrom(...PLACES),
			constantFrom(Number, String, (code: number) => `${code} said`),
			integer({ min: 0, max: 4 }),
			(code, name, [put, refuses], write, wrapping) => {
				const body = wrapped(put({ [name]: write(code) }), wrapping);
				expect([body, read(body).kind === 'refused']).toEqual([body, refuses(code)]);
			},
		),
		runsOf(5000),
	);
});
