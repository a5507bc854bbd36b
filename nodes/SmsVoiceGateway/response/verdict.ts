import type { Json } from '../values/json';
import type { Answer, Question, Said, Verdict } from './answer';
import { entriesOf } from './data';
import { extractJson } from './extractJson';
import { numberOf, readParts, sameNumber, toRows } from './rows';
import { merged, nothing, signalsIn, speaksFor, type Signals } from './signals';
import { taughtBy } from './taught';
import { isRefusingStatus } from './values';

/**
 * What an answer says of the request. The service's answers are documented nowhere, so only what is proven is believed,
 * and what the credential teaches, which is asked first:
 *
 * | evidence | HTTP 2xx | 4xx | other |
 * |---|---|---|---|
 * | of acceptance, none against it | accepted | unclear | unclear |
 * | of refusal, none for it | refused | refused | unclear |
 * | of both | unclear | unclear | unclear |
 * | of neither | unclear; a query's answer is shown as it is | refused | unclear |
 *
 * A 4xx is evidence of a refusal itself, but for some (see `isRefusingStatus`). A redirect or a server's error says nothing
 * of what was done before it: a refusal in its body may be that of a second try on the way.
 */
export function readVerdict(answer: Answer, question: Question): Verdict {
	const { httpStatus, body, end } = answer;
	const { kind, value: response } = extractJson(answer);
	const tellsNothing = (why: Parameters<typeof unclear>[0]): Verdict => ({
		kind: 'unclear',
		why,
		response,
	});
	const isWhole = end === 'complete' && kind !== 'brokenOff';
	const taught = isWhole ? taughtBy(question.answers, response, body) : undefined;
	if (taught === 'contradictory') return tellsNothing(taught);
	if (taught !== undefined) return judge(response, question, taught);
	if (isRefusingStatus(httpStatus)) return judge(response, question, 'refused');
	if (httpStatus < 200 || httpStatus >= 300) return tellsNothing(withoutProof(httpStatus));
	if (end === 'tooLarge') return tellsNothing('tooLarge');
	if (!isWhole) return tellsNothing('truncated');
	if (kind === 'webPage') return tellsNothing('webPage');
	return judge(response, question);
}

function withoutProof(httpStatus: number) {
	if (httpStatus >= 500) return 'serverError';
	return Math.floor(httpStatus / 100) === 3 ? 'redirect' : 'noProof';
}

/** What the body says by its evidence; `beside` it was taught by the credential, or, `refused`, said by the HTTP status. */
function judge(
	response: Json,
	{ sends, rows }: Question,
	beside?: 'accepted' | 'rejected' | 'refused',
): Verdict {
	const found = entriesOf(response);
	const numbers = rows.flat();
	const envelope = signalsIn(response, sends ? numbers.length : 'query', found?.source);
	if (!sends) return { ...judgeQuery(envelope, beside), response };

	const parts = readParts(numbers, found);
	const { signals, isEach } = parts;
	const entries = merged(parts.counted);
	const all = merged([envelope, entries]);
	const isTaught = beside === 'accepted';
	if (beside === 'rejected') return { ...refused(all), response };
	if (beside === 'refused' || (envelope.refuse && !isTaught)) {
		const isBoth = [envelope, ...signals].some((one) => speaksFor(one, beside !== 'refused'));
		if (isBoth) return { ...unclear(all.taken > 0 ? 'mixed' : 'contradictory', all), response };
		// Each row's own words, where it has some.
		const said = signals.map((one) => refused(one.refuse ? one : envelope.refuse ? envelope : all));
		const isByRow = isEach && rows.length > 1 && said.length === rows.length;
		return { ...refused(all), response, ...(isByRow && { rows: toRows(rows, said, parts, []) }) };
	}
	const speaks = entries.accept || entries.refuse || entries.doubt;
	if (rows.length > 1 && isEach && (speaks || !isTaught)) {
		if (!speaks) return { ...unclear('unproven', all), response };
		// Each by its own proof: of the envelope only the doubt holds for them.
		const doubt = { ...nothing(), doubt: envelope.doubt && !isTaught };
		let next = 0;
		const said = rows.map(({ length }) => {
			const own = signals.slice(next, (next += length));
			return judgeOne(own, merged(own), doubt, length > 1);
		});
		const each = withoutNotTaken(rows, said, all);
		return { ...ofAll(each, all), response, rows: toRows(rows, each, parts, all.notTaken) };
	}
	const counted = all.taken === 0 ? numbers.length : all.taken + all.notTaken.length;
	// Of one text to several, ids say how many; one id may be that of all.
	const hasIds = rows.length === 1 && parts.ids.length > 1;
	const isShort = counted < numbers.length && !hasIds;
	const whole = isShort ? { ...envelope, doubt: true } : envelope;
	const said = isTaught ? ACCEPTED : judgeAll(rows, parts, entries, whole);
	if (said.kind !== 'accepted') return { ...said, response };
	const each = isTaught
		? rows.map(() => said)
		: withoutNotTaken(
				rows,
				rows.map(() => said),
				all,
			);
	return { ...ofAll(each, all), response, rows: toRows(rows, each, parts, all.notTaken) };
}

const ACCEPTED: Said = { kind: 'accepted' };

/** What is said of all rows as one, where the answer does not speak of each. */
function judgeAll(
	rows: Question['rows'],
	{ signals, isEach, isList }: ReturnType<typeof readParts>,
	entries: Signals,
	envelope: Signals,
): Said {
	// A list of ids that are fewer or more than the rows proves nothing of any of them.
	const isMiscounted = isList && rows.length > 1;
	const own = isMiscounted ? { ...entries, accept: false } : entries;
	return judgeOne(signals, own, envelope, isEach && rows.flat().length > 1);
}

/**
 * What is said of rows whose answer names numbers that it did not take: of a text to several of which some were taken, it
 * is accepted, with a warning; of a row that is one of them, or where nobody can tell which they are, nothing is known.
 */
function withoutNotTaken(rows: Question['rows'], said: readonly Said[], all: Signals): Said[] {
	if (all.notTaken.length === 0) return [...said];
	const named = new Set(all.notTaken.map(numberOf));
	const known = new Set(rows.flat().map(sameNumber));
	const isPart = rows.length === 1 && all.notTaken.length < rows.flat().length;
	const isKnown = [...named].every((number) => known.has(number));
	return said.map((one, index) => {
		const isNamed = (rows[index] ?? []).some((number) => named.has(sameNumber(number)));
		const isOpen = one.kind !== 'accepted' || isPart || (isKnown && !isNamed);
		return isOpen ? one : unclear('mixed', all);
	});
}

/** What is said of rows together: accepted where one is. */
function ofAll(said: readonly Said[], all: Signals): Said {
	if (said.some(({ kind }) => kind === 'accepted')) return ACCEPTED;
	return said.every(({ kind }) => kind === 'refused') ? refused(all) : unclear('unproven', all);
}

/**
 * What is said of one row, or of all rows as one, by its entries, what of them counts, and the envelope that holds for
 * them. `mayBePart` of one text to several numbers, of which some may be refused.
 */
function judgeOne(
	entries: readonly Signals[],
	own: Signals,
	envelope: Signals,
	mayBePart: boolean,
): Said {
	const both = merged([own, envelope]);
	const isPart = mayBePart && own.accept;
	if (own.refuse && !isPart) {
		if (speaksFor(both, true))
			return unclear(entries.length > 1 || both.taken > 0 ? 'mixed' : 'contradictory', both);
		return entries.every(({ refuse }) => refuse) ? refused(both) : unclear('mixed', both);
	}
	const isSure = !envelope.doubt && (isPart || !own.doubt);
	return both.accept && isSure ? ACCEPTED : unclear('unproven', both);
}

/** A query's answer is shown as it is, unless it refuses. */
function judgeQuery(envelope: Signals, beside: Parameters<typeof judge>[2]): Said {
	if (beside === 'accepted' || (beside === undefined && !envelope.refuse)) return ACCEPTED;
	const isBoth = beside !== 'rejected' && speaksFor(envelope, beside !== 'refused');
	return isBoth ? unclear('contradictory', envelope) : refused(envelope);
}

const refused = (signals: Signals): Said => ({ kind: 'refused', ...saidIn(signals) });

const unclear = (why: Extract<Said, { kind: 'unclear' }>['why'], signals: Signals): Said => ({
	kind: 'unclear',
	why,
	...saidIn(signals),
});

function saidIn({ code, errorWords, messageWords, statusWords }: Signals): {
	code?: string;
	words?: string;
} {
	const words = errorWords ?? messageWords ?? statusWords;
	return {
		...(code === undefined ? {} : { code }),
		...(words === undefined ? {} : { words }),
	};
}
