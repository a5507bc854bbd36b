import type { Json } from '../values/json';
import type { Answer, Question, RowVerdict, Said, Verdict } from './answer';
import { entriesOf, idsBehindWord, speaksFor, type Entry } from './messageEntries';
import {
	extractJson,
	isAccepting,
	isAcceptingCode,
	isRefusingStatus,
	LEAST_ID,
	textOf,
} from './readings';
import { signsIn, type Signs } from './signs';
import { taughtBy } from './taught';

type Why = Extract<Said, { kind: 'unclear' }>['why'];

/**
 * What an answer says of the request. The service's answers are documented nowhere, so an acceptance stands only where it is
 * stated, by the answer or by an ID for each number, and all else in the answer is understood and not against it:
 *
 * | states | HTTP 200 to 205 | 4xx | other |
 * |---|---|---|---|
 * | an acceptance, and nothing odd | accepted | unclear | unclear |
 * | an acceptance, and something odd | unclear | unclear | unclear |
 * | a refusal, and no acceptance of any | refused | refused | unclear |
 * | both | unclear | unclear | unclear |
 * | neither | unclear; a query's answer is shown as it is | refused | unclear |
 *
 * A 4xx states a refusal itself, but for some (see `isRefusingStatus`). A redirect or a server's error says nothing of what
 * was done before it. What the credential teaches has the last word, but over a refusal inside.
 */
export function readVerdict(answer: Answer, question: Question): Verdict {
	const { httpStatus, end } = answer;
	const { kind, value: response } = extractJson(answer);
	const isWhole = end === 'complete' && kind !== 'brokenOff';
	const taught = isWhole ? taughtBy(question.answers, response, answer) : undefined;
	const isRefused = isRefusingStatus(httpStatus);
	const untold = taught !== undefined || isRefused ? undefined : whyUntold(answer, kind, isWhole);
	const why = taught?.means === 'both' ? 'contradictory' : untold;
	if (why !== undefined) return { kind: 'unclear', why, response };
	const said = question.sends
		? judge(response, question, isRefused, taught)
		: judgeQuery(response, isRefused, taught?.means);
	return { ...said, response };
}

function whyUntold(
	{ httpStatus, end }: Answer,
	kind: ReturnType<typeof extractJson>['kind'],
	isWhole: boolean,
): Why | undefined {
	if (httpStatus >= 500) return 'serverError';
	if (!isAcceptingCode(httpStatus))
		return httpStatus >= 300 && httpStatus < 400 ? 'redirect' : 'noProof';
	if (end === 'tooLarge') return 'tooLarge';
	return isWhole ? (kind === 'webPage' ? 'webPage' : undefined) : 'truncated';
}

const saidIn = (signs: Signs | undefined) => {
	const words = signs?.words.find((one) => one !== undefined);
	return {
		...(signs?.code !== undefined && { code: signs.code }),
		...(words !== undefined && { words }),
	};
};

/** A query's answer is shown as it is, unless it refuses, or is a sentence. */
function judgeQuery(
	response: Json,
	isRefused: boolean,
	means?: 'accepted' | 'rejected' | 'both',
): Said {
	const signs = signsIn(response, { numbers: Infinity, sends: false });
	const said = saidIn(signs);
	if (means === 'accepted') return { kind: 'accepted' };
	if (means === 'rejected') return { kind: 'refused', ...said };
	if (isRefused || signs.refuses)
		return speaksFor(signs, !isRefused)
			? { kind: 'unclear', why: 'contradictory', ...said }
			: { kind: 'refused', ...said };
	// A letter before any digit.
	const [first = ''] = typeof response === 'string' ? (/[\p{L}\p{N}]/u.exec(response) ?? []) : [];
	const isSentence = /\p{L}/u.test(first);
	return isSentence ? { kind: 'unclear', why: 'unproven' } : { kind: 'accepted' };
}

/** What an answer says of something that was to be sent, as a whole and of each row. */
function judge(
	response: Json,
	{ rows }: Question,
	isRefused: boolean,
	taught: ReturnType<typeof taughtBy>,
): Said & { rows?: RowVerdict[] } {
	const numbers = rows.flat();
	const { list, isEach, isOthers, id, source } = entriesOf(response, numbers);
	const signs = signsIn(response, { numbers: numbers.length, sends: true }, source);
	if (typeof response === 'string') signs.accepts = idsBehindWord(response) !== undefined;
	const are = (own: Entry[], ...says: Array<Entry['says']>) =>
		own.length > 0 && own.every((one) => says.includes(one.says));
	const isTaken = (own: Entry[]) => own.some(({ says }) => says === 'acceptance');
	const isTaught = taught?.means === 'accepted';
	const ofEntry = list.find((one) => one.says === 'refusal') ?? list.find((one) => one.signs);
	const all = signs.refuses
		? { ...saidIn(ofEntry?.signs), ...saidIn(signs) }
		: { ...saidIn(signs), ...saidIn(ofEntry?.signs) };
	const unclear = (own: Entry[]): Said => {
		const ofAll = [signs, ...own.flatMap((one) => one.signs ?? [])];
		const refuses = isRefused || ofAll.some((one) => one.refuses);
		const isFor =
			isTaken(own) ||
			ofAll.some((one) => speaksFor(one, !isRefused)) ||
			own.some(({ value }) => typeof value === 'string' && isAccepting(value));
		const isMixed = isTaken(own) || ofAll.some(({ taken }) => taken);
		const why = refuses && isFor ? (isMixed ? 'mixed' : 'contradictory') : 'unproven';
		return { kind: 'unclear', why, ...all };
	};
	if (taught?.means === 'rejected') return { kind: 'refused', ...all };
	if (!isTaught && (isRefused || signs.refuses)) {
		const both = unclear(list);
		if (both.kind === 'unclear' && both.why !== 'unproven') return both;
		const isByRow = isEach && rows.length > 1 && rows.length === numbers.length;
		const each = list.map(({ signs: own, value }): RowVerdict => ({
			kind: 'refused',
			...all,
			...(own?.refuses && saidIn(own)),
			response: value,
			ids: [],
		}));
		return { kind: 'refused', ...all, ...(isByRow && { rows: each }) };
	}
	// What is taught may be a word of refusal itself.
	const isInner = (own: Signs | undefined, depth: number) =>
		own?.refusal !== undefined && depth > 0 && textOf(own.refusal.value) !== taught?.value;

	const isPlain = are(list, 'acceptance');
	const isSure = isTaught
		? !isInner(signs, (signs.refusal?.depth ?? 0) - (taught?.depth ?? 0))
		: !signs.odd && !isOthers && !(signs.zero && !(isEach && isPlain));
	const unique = new Set(list.map((one) => one.id ?? one)).size === list.length;
	// Nearly every answer: an ID for each row.
	if (isSure && isEach && isPlain && unique && rows.length === numbers.length)
		return {
			kind: 'accepted',
			rows: list.map(({ id }) => ({ kind: 'accepted', ids: id === undefined ? [] : [id] })),
		};
	const accepts = isTaught || signs.accepts;
	const isOfAll = isTaught
		? !(isEach && isTaken(list)) && !list.some((one) => isInner(one.signs, 1))
		: signs.accepts && (list.length === 0 || isPlain || are(list, 'small'));

	const judgeRow = (own: Entry[], length: number): Said => {
		if (isEach && are(own, 'refusal') && !(rows.length === 1 && accepts) && !isTaught)
			return { kind: 'refused', ...all, ...saidIn(own[0]?.signs) };
		const isOwn = isEach && (are(own, 'acceptance') || (length > 1 && isTaken(own)));
		const isAccepted = isSure && (isOwn || isOfAll);
		return isAccepted ? { kind: 'accepted' } : { ...unclear(own), ...saidIn(own[0]?.signs) };
	};
	let next = 0;
	const each = rows.map(({ length }): RowVerdict => {
		const own = isEach ? list.slice(next, (next += length)) : rows.length === 1 ? list : [];
		const said = judgeRow(own, length);
		const isAccepted = said.kind === 'accepted';
		const known = own.length > 0 ? own.map((one) => one.id) : rows.length === 1 ? [id] : [];
		const ids = unique ? known.filter((one) => one !== undefined) : [];
		const looked = own.length > 0 ? own : list;
		const doubtful = unique ? looked.find(({ says }) => says === 'small') : looked[0];
		const counted = own.length > 0 ? ids.length : list.filter((one) => one.id).length;
		const warning = isAccepted
			? warningOf(counted, own.length > 0 ? length : numbers.length, doubtful)
			: undefined;
		const values = own.map(({ value }) => value);
		return {
			...said,
			ids,
			...(!isAccepted && isEach && { response: length === 1 ? (values[0] ?? null) : values }),
			...(warning !== undefined && { warning }),
		};
	});
	const kinds = new Set(each.map(({ kind }) => kind));
	if (kinds.has('accepted')) return { kind: 'accepted', rows: each };
	const whole: Said = kinds.has('unclear') ? unclear(list) : { kind: 'refused', ...all };
	return { ...whole, ...(rows.length > 1 && kinds.has('refused') && { rows: each }) };
}

/** Where an answer that proves an acceptance counts otherwise than the request, or an ID of it is not believed. */
function warningOf(ids: number, numbers: number, doubtful: Entry | undefined): string | undefined {
	const look = 'Look in the panel of your provider';
	if (doubtful !== undefined)
		return `The service's answer has ${textOf(doubtful.value)} in the place of a message ID, and an ID is believed from ${LEAST_ID} on, and once. ${look} for the ID.`;
	if (ids === 0 || ids === numbers) return undefined;
	return `The service's answer has ${ids} message ${ids === 1 ? 'ID' : 'IDs'} for ${numbers} ${numbers === 1 ? 'number' : 'numbers'}. ${look} which of them were taken.`;
}
