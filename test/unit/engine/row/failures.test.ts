import { describe, expect, test } from '@jest/globals';

import {
	brokenOff,
	invalid,
	keysUnavailable,
	notSent,
	withoutAnswer,
} from '../../../../nodes/SmsVoiceGateway/engine/row/failures.ts';
import { BLOCKED_ADVICE } from '../../../../nodes/SmsVoiceGateway/response/refusal.ts';
import type { NoAnswer } from '../../../../nodes/SmsVoiceGateway/wire/transport.ts';

const MAY_HAVE_BEEN_SENT =
	"It may have been sent. Look in the panel of your provider, or ask the recipient, before you send it again. The node does not send it again by itself, unless you turn on 'Resend Unknown'.";

test('a wrong row is rejected in the words of what is wrong with it', () => {
	expect(invalid({ message: 'It is empty', advice: 'Fill it in.' })).toEqual({
		outcome: 'rejected',
		failure: { outcome: 'rejected', message: 'It is empty', advice: 'Fill it in.' },
	});
});

test.each<[Parameters<typeof notSent>[0], string, string]>([
	[
		'otherItemWrong',
		'Not sent, because another item of this run is wrong',
		'Correct the item that the error names, then run again.',
	],
	[
		'earlierFailed',
		'Not sent, because an earlier item failed',
		'Solve what stopped the earlier item, then run the rest again.',
	],
	[
		'failuresInRow',
		"Not sent, because as many requests failed in a row as 'Stop After Failures' allows",
		'Solve what made them fail, then run the items that were not sent again.',
	],
	[
		'stopped',
		'Not sent, because the execution was stopped',
		'Run the items that were not sent again.',
	],
])('what was never tried says why: %s', (why, message, advice) => {
	expect(notSent(why)).toEqual({
		outcome: 'notSent',
		failure: { outcome: 'notSent', message, advice },
	});
});

test.each([[new Error('locked')], ['locked']])('keys that were not recorded: %p', (error) => {
	expect(keysUnavailable(error)).toEqual({
		outcome: 'rejected',
		failure: {
			outcome: 'rejected',
			message: "Not sent, because n8n could not record its 'Unique Key'",
			advice:
				'n8n says: locked. Run it again; a workflow that was never saved has to be saved first.',
		},
	});
});

test.each<[Date | undefined, string]>([
	[new Date('2026-11-22T19:40:00Z'), ' (begun at 2026-11-22T19:40 UTC)'],
	[undefined, ''],
])('what was on its way when an execution broke off is unknown: %p', (time, when) => {
	expect(brokenOff(time)).toEqual({
		outcome: 'unknown',
		failure: {
			outcome: 'unknown',
			message: `Not sent again: an earlier execution broke off while it was sending this item${when}`,
			advice: MAY_HAVE_BEEN_SENT,
		},
	});
});

describe('a request without an answer', () => {
	const error = (more: Partial<NoAnswer>): NoAnswer => ({
		code: '',
		syscall: '',
		heldBack: false,
		blocked: false,
		words: 'the words',
		...more,
	});

	test.each<[string, Partial<NoAnswer>, string, string, string]>([
		[
			'that was held back',
			{ heldBack: true },
			'rejected',
			'The request was not sent: the words',
			"Check the base URLs in the node's credential, and its allowed domains.",
		],
		[
			'that n8n’s protection held back',
			{ heldBack: true, blocked: true },
			'rejected',
			'The request was not sent: the words',
			BLOCKED_ADVICE,
		],
		[
			'that found no service',
			{ code: 'ECONNREFUSED', syscall: 'connect' },
			'rejected',
			"The service can't be reached at sms.example.com",
			"Nothing was sent. Check the base URLs in the node's credential, and that this n8n can reach the address, or the proxy that leads there. (ECONNREFUSED)",
		],
		[
			'that found no service, which nobody names',
			{ syscall: 'connect' },
			'rejected',
			"The service can't be reached at sms.example.com",
			"Nothing was sent. Check the base URLs in the node's credential, and that this n8n can reach the address, or the proxy that leads there.",
		],
		[
			'that was lost',
			{ code: 'ECONNRESET' },
			'unknown',
			'The connection to sms.example.com was lost before an answer came',
			`${MAY_HAVE_BEEN_SENT} (ECONNRESET)`,
		],
		[
			'that was lost, which nobody names',
			{},
			'unknown',
			'The connection to sms.example.com was lost before an answer came',
			MAY_HAVE_BEEN_SENT,
		],
		[
			'that was stopped',
			{ code: 'ERR_CANCELED' },
			'unknown',
			'The execution was stopped before sms.example.com answered',
			`${MAY_HAVE_BEEN_SENT} (ERR_CANCELED)`,
		],
		...['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT'].map(
			(code): [string, Partial<NoAnswer>, string, string, string] => [
				`that took too long, ${code}`,
				{ code },
				'unknown',
				'The service at sms.example.com did not answer in time',
				`${MAY_HAVE_BEEN_SENT} (${code})`,
			],
		),
		...['XETIMEDOUT', 'ETIMEDOUTX'].map(
			(code): [string, Partial<NoAnswer>, string, string, string] => [
				`with another code, ${code}`,
				{ code },
				'unknown',
				'The connection to sms.example.com was lost before an answer came',
				`${MAY_HAVE_BEEN_SENT} (${code})`,
			],
		),
	])('%s', (_, thrown, outcome, message, advice) => {
		expect(withoutAnswer(error(thrown), 'sms.example.com', true)).toEqual({
			outcome,
			message,
			advice,
		});
	});

	test('of a question is safe to ask again', () => {
		expect(withoutAnswer(error({ code: 'ECONNRESET' }), 'host', false).advice).toBe(
			'Nothing was to be sent, so it is safe to run this again. (ECONNRESET)',
		);
	});
});
