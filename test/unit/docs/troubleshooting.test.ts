import { expect, test } from '@jest/globals';
import { CODES, LOGIN_REFUSED } from '../../../nodes/SmsVoiceGateway/engine/row/codes.ts';
import type { Failure } from '../../../nodes/SmsVoiceGateway/engine/row/failure.ts';
import * as said from '../../../nodes/SmsVoiceGateway/engine/row/failures.ts';
import * as judged from '../../../nodes/SmsVoiceGateway/engine/row/refusal.ts';
import type { ReadyRow } from '../../../nodes/SmsVoiceGateway/engine/row/row.ts';
import type { NoAnswer } from '../../../nodes/SmsVoiceGateway/wire/transport.ts';
import { readPage, textOf, textsOf } from './markdown.ts';

const page = readPage('docs/troubleshooting.md');

const listed = (title: string) => textsOf(page, title, 'What you read', 'Outcome', 'What to do');

const FIELD = 'SMS Base URL';
const refused = (status: number): Failure =>
	judged.refusalFailure(status, { kind: 'refused' }, FIELD);
type Unclear = Parameters<typeof judged.unclearFailure>[1];
const unclear = (status: number, why: Unclear['why'], words?: string, sends = true): Failure => {
	const response = why === 'unproven' ? { RetStatus: 1 } : null;
	const verdict: Unclear = { kind: 'unclear', why, response, ...(words ? { words } : {}) };
	return judged.unclearFailure(status, verdict, { sends, field: FIELD });
};
const NO_ANSWER: NoAnswer = { code: '', syscall: '', heldBack: false, blocked: false, words: '' };
const unanswered = (error: Partial<NoAnswer>): Failure => {
	const service = { host: 'sms.example.com', field: FIELD };
	const failure = said.withoutAnswer({ ...NO_ANSWER, ...error }, service, true);
	// The code of the network error comes after the advice: the page says so once for all.
	return { ...failure, advice: failure.advice.replace(/ \([A-Z_]+\)$/, '') };
};
const row: ReadyRow = {
	...{ state: 'ready', item: 0, id: 0, fields: {} },
	...{ multipart: false, dryRun: false, resendUnknown: false },
};
const lost = new Error('(its words)');
const limit = { maxPerNumber: 3, perHours: 24 };
const ends = [
	...(['otherItemWrong', 'earlierFailed', 'failuresInRow', 'stopped'] as const).map(said.notSent),
	...[{ ...row, key: '…' }, row].map((one) => said.keysUnavailable(lost, one)),
	said.heldBack({ number: '…', until: Date.UTC(2026, 10, 27) }, limit),
	...[said.brokenOff(), said.unknownBefore(row, {}), said.retriedBefore('…')],
	said.retryUnavailable(lost),
];
const dark = ['webPage', 'truncated', 'tooLarge', 'contradictory', 'mixed'] as const;
const TABLES: Record<string, Failure[]> = {
	'Other answers': [
		...[400, 401, 403, 404, 405, 407].map(refused),
		...[unclear(302, 'redirect'), unclear(408, 'noProof'), unclear(503, 'serverError')],
		...[...dark.map((why) => unclear(200, why, '…')), unclear(200, 'unproven')],
	],
	'No answer': [
		unanswered({ code: 'ECONNREFUSED', syscall: 'connect' }),
		...['ECONNRESET', 'ETIMEDOUT', 'ERR_CANCELED'].map((code) => unanswered({ code })),
		...[false, true].map((blocked) => unanswered({ heldBack: true, blocked, words: '…' })),
	],
	'Not tried': ends.flatMap((end) => ('failure' in end ? end.failure : [])),
};

/** What to do about all that may have been sent stands on the page once. */
const UNKNOWN = judged.unknownAdvice(true);

test.each(Object.entries(TABLES))('%s: each has its own words and advice', (title, failures) => {
	const shown = failures.map(({ message, outcome, advice }) => [
		...[message, outcome, advice.replace(UNKNOWN, 'See unknown.')],
	]);
	expect(listed(title)).toEqual(shown);
});

test("every code of the service has the node's own meaning and advice", () => {
	expect(textsOf(page, 'Codes of the service', 'Code', 'Meaning', 'What to do')).toEqual([
		...Object.entries(CODES).map(([code, { meaning, advice }]) => [code, meaning, advice]),
		['1008 with HTTP 401', LOGIN_REFUSED.meaning, LOGIN_REFUSED.advice],
	]);
});

test('no advice is missing, and what to do about the unknown stands there once', () => {
	// 429 stands among the codes.
	const statuses = Array.from({ length: 100 }, (_, at) => 400 + at).filter((one) => one !== 429);
	const known = listed('Other answers').map(([, , advice]) => advice);
	expect(statuses.filter((status) => !known.includes(refused(status).advice))).toEqual([]);
	const texts = page.sections.flatMap(({ content }) => content.map(textOf)).join('\n');
	expect(texts).toContain(unclear(503, 'serverError', undefined, false).advice);
	expect(texts.split(UNKNOWN)).toHaveLength(2);
});
