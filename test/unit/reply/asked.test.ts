import { describe, expect, test } from '@jest/globals';

import {
	answered,
	answerIn,
	askedIn,
	LONGEST_ANSWER,
	timedOut,
} from '../../../nodes/SmsVoiceGateway/reply/asked.ts';

const question = { number: 2, message: 'Well?', at: '2026-11-23T10:00:00.000Z' };
const one = { ...question, buttons: ['Yes'] };
const two = { ...question, buttons: ['Yes', 'No'] };

describe('an answer', () => {
	test.each([
		[one, { answer: 'approve' }, { approved: true }],
		[two, { answer: 'decline' }, { approved: false }],
		[question, { answer: 'text', text: ' a\r\nb\rc ' }, { text: 'a\nb\nc' }],
		[question, { answer: 'text', text: '\u200e سلام 👋' }, { text: '\u200e سلام 👋' }],
		[
			question,
			{ answer: 'text', text: 'x'.repeat(LONGEST_ANSWER) },
			{ text: 'x'.repeat(LONGEST_ANSWER) },
		],
	])('%#: is what the form sent', (asked, body, answer) => {
		expect(answerIn(body, asked)).toEqual(answer);
	});

	test.each([
		['nothing', undefined],
		['an empty body', {}],
		['a text', 'answer=approve'],
		['another value', { answer: 'yes' }],
		['several values', { answer: ['approve'] }],
		['n8n’s own approval by address', { approved: 'true' }],
		['a truth value', { answer: true }],
		['a button that is not there', { answer: 'decline' }],
		['a text where buttons are', { answer: 'text', text: 'approve' }],
	])('is none for a button: %s', (_, body) => {
		expect(answerIn(body, one)).toBeUndefined();
	});

	test.each([
		['a button', { answer: 'approve' }],
		['a text alone', { text: 'x' }],
		['several texts', { answer: 'text', text: ['x', 'y'] }],
	])('is none for a text: %s', (_, body) => {
		expect(answerIn(body, question)).toBeUndefined();
	});

	test('is told to be empty or too long', () => {
		for (const text of [' \r\n\t', '\u200b', '\0', '\u2060 \u00ad\u2800\u3164'])
			expect(answerIn({ answer: 'text', text }, question)).toBe('empty');
		expect(answerIn({ answer: 'text', text: 'x'.repeat(LONGEST_ANSWER + 1) }, question)).toBe(
			'long',
		);
	});
});

describe('what waits', () => {
	const item = { outcome: 'accepted', messageIds: ['1'] };

	test('is the output where the time is over, and says what was asked', () => {
		const waiting = timedOut(item, two);
		expect(waiting).toEqual({ data: {}, ...item, asked: two, ended: 'timedOut' });
		expect(askedIn(waiting)).toEqual(two);
	});

	test('becomes the output with the answer', () => {
		const at = new Date('2026-11-23T10:05:00Z');
		expect(answered(timedOut(item, two), { approved: false }, at)).toEqual({
			...item,
			asked: two,
			data: { approved: false, respondedAt: '2026-11-23T10:05:00.000Z' },
			ended: 'answered',
			answeredAt: '2026-11-23T10:05:00.000Z',
		});
	});

	test.each([
		['nothing', undefined],
		['a text', 'timedOut'],
		['an item that has been answered', answered(timedOut(item, two), { text: 'x' }, new Date())],
		['an item of another node', { asked: two }],
		['an item whose question is none', { asked: { number: '2' }, ended: 'timedOut' }],
	])('is not found in %s', (_, given) => {
		expect(askedIn(given)).toBeUndefined();
	});
});
