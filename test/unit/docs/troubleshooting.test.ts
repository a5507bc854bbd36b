import {
	brokenOff,
	heldBack,
	keysUnavailable,
	unknownBefore,
	notSent,
	withoutAnswer,
} from '../../../nodes/SmsVoiceGateway/row/failures.ts';
import type { NoAnswer } from '../../../nodes/SmsVoiceGateway/wire/transport.ts';
import {
	refusalFailure,
	unclearFailure,
	unknownAdvice,
} from '../../../nodes/SmsVoiceGateway/row/refusal.ts';
import { type Code, CODES } from '../../../nodes/SmsVoiceGateway/service/codes.ts';
import { hasFailed, type Failure, type Result } from '../../../nodes/SmsVoiceGateway/row/result.ts';
import { REFUSALS } from '../../../sandbox/answer.ts';
import { marksIn, rowsOf, readPage, sectionOf, textOf } from './markdown.ts';
import { draftOf } from '../../../nodes/SmsVoiceGateway/row/row.ts';

const page = readPage('docs/troubleshooting.md');

/** The texts of a section's table. */
const tableOf = (title: string, ...heads: string[]): string[][] =>
	rowsOf(sectionOf(page, title), ...heads).map((row) => Object.values(row).map(textOf));

/** The words and the outcome of each failure; what to do is in the error alone. */
const failuresOf = (title: string): string[][] =>
	rowsOf(sectionOf(page, title), 'What you read', 'Outcome').map((row) =>
		Object.values(row).map((cell) => {
			const [code] = marksIn(cell).filter(({ type }) => type === 'inlineCode');
			return code?.value ?? textOf(cell);
		}),
	);

const FIELD = 'SMS Base URL';
const SENDS = { sends: true, field: FIELD };

const refusedWith = (status: number): Failure => refusalFailure(status, { kind: 'refused' }, SENDS);

/** What to do about all that may have been sent stands on the page once. */
const UNKNOWN = unknownAdvice(true);
const shown = (end: Result): string[] => {
	if (!hasFailed(end)) throw new Error('It has not failed');
	const { message, advice } = end.failure;
	// The page sends the reader there for what to do.
	expect(advice).not.toBe('');
	return [message, end.outcome];
};

/** Some rows, each once. */
const distinct = (rows: string[][]): string[][] => [
	...new Map(rows.map((row) => [row.join(), row])).values(),
];

test('what to do about all that may have been sent stands on the page, and once', () => {
	const texts = page.sections.flatMap(({ content }) => content.map(textOf)).join('\n');
	expect(texts.split(UNKNOWN)).toHaveLength(2);
});

const textOfCode = ([code, { meaning, advice }]: [string, Code]) => [code, `${meaning}. ${advice}`];

test("every code of the service has the node's own meaning and advice", () => {
	const listed = tableOf('Codes of the service', 'Code', 'Meaning', 'What to do');
	expect(listed.map(([code, meaning, advice]) => [code, `${meaning}. ${advice}`])).toEqual([
		...Object.entries(CODES).map(textOfCode),
		['any but 1015, with HTTP 401', 'as 1012. '],
	]);
});

test('every other answer that the node knows stands there, and has its advice', () => {
	const statuses = Array.from({ length: 100 }, (_, index) => 400 + index);
	const refused = statuses.map(refusedWith);
	const unclear = [
		unclearFailure(302, { kind: 'unclear', why: 'redirect', response: null }, SENDS),
		unclearFailure(408, { kind: 'unclear', why: 'noProof', response: null }, SENDS),
		unclearFailure(503, { kind: 'unclear', why: 'serverError', response: null }, SENDS),
		...(['webPage', 'truncated', 'tooLarge', 'contradictory'] as const).map((why) =>
			unclearFailure(200, { kind: 'unclear', why, words: '…', response: [] }, SENDS),
		),
		unclearFailure(200, { kind: 'unclear', why: 'unproven', response: { RetStatus: 1 } }, SENDS),
	];
	expect(failuresOf('Other answers')).toEqual([
		...distinct(
			refused
				.map((failure) => shown({ outcome: 'rejected', failure }))
				.map(([message = '', outcome = '']) => [message.replace(/\d{3}/, '…'), outcome]),
		),
		...unclear.map((failure) => shown({ outcome: 'unknown', failure })),
	]);
});

test('what is said of operations that send nothing is what the node says', () => {
	const { advice } = unclearFailure(
		503,
		{ kind: 'unclear', why: 'serverError', response: null },
		{ ...SENDS, sends: false },
	);
	expect(sectionOf(page, 'Other answers').content.map(textOf).join('\n')).toContain(advice);
});

test('every way to get no answer stands there, and has its advice', () => {
	const HOST = 'sms.example.com';
	const noAnswer: NoAnswer = { code: '', syscall: '', heldBack: false, blocked: false, words: '' };
	const failure = (error: Partial<NoAnswer>) =>
		withoutAnswer({ ...noAnswer, ...error }, { host: HOST, field: FIELD }, true);
	expect(failuresOf('No answer')).toEqual(
		distinct(
			[
				failure({ code: 'ECONNREFUSED', syscall: 'connect' }),
				failure({ code: 'ECONNRESET' }),
				failure({ code: 'ETIMEDOUT' }),
				failure({ code: 'ERR_CANCELED' }),
				failure({ heldBack: true, words: '…' }),
				failure({ heldBack: true, blocked: true, words: '…' }),
			].map(shown),
		),
	);
});

test('every reason not to try stands there, and has its advice', () => {
	const row = draftOf(0);
	const ends = [
		...(['otherItemWrong', 'earlierFailed', 'failuresInRow', 'stopped'] as const).map(notSent),
		keysUnavailable('(its words)', { ...row, key: '…' }, false),
		keysUnavailable('(its words)', row, false),
		heldBack(
			{ number: '…', until: Date.UTC(2026, 10, 27) },
			{ maxPerNumber: 3, perHours: 24 },
			'UTC',
		),
		brokenOff(row),
		unknownBefore(),
		keysUnavailable('(its words)', row, true),
	];
	const listed = ends
		.map(shown)
		.map(([message = '', outcome = '']) => [
			message.replace(/(n8n could not) .*/, '$1 …'),
			outcome,
		]);
	expect(failuresOf('Not tried')).toEqual(distinct(listed));
});

test("the sandbox refuses with the codes of the node's table, and with no other", () => {
	// What is no path, or no POST, comes from no service.
	const refusals = Object.keys(REFUSALS).filter((code) => !['404', '405'].includes(code));
	expect(refusals).toEqual(Object.keys(CODES));
	for (const code of refusals) {
		const [httpStatus = 0] = REFUSALS[Number(code)] ?? [];
		const { advice } = refusalFailure(httpStatus, { kind: 'refused', code }, SENDS);
		expect([code, advice]).toEqual([code, textOfCode(['', CODES[code] as Code])[1]]);
	}
});
