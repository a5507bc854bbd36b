import { casesOf } from '../../evidence.ts';
import type { Case, Ending } from '../../evidence.ts';
import { everyOf } from '../fuzz.ts';
import { read } from './read.ts';
import type { Asked } from './read.ts';

const ENDINGS = { accepted: 'accepted', refused: 'rejected', unclear: 'unknown' } as const;

/** Only some of the answers in each wrapping, unless there is time: no multiple of what the answers are made of. */
const step = everyOf(179);

/** As servers wrap an answer. */
const WRAPPINGS: Array<[string, (body: string) => string]> = [
	['as it is', (body) => body],
	['behind a byte order mark', (body) => `\ufeff${body}`],
	[
		'behind notices of PHP',
		(body) =>
			`<br />\n<b>Warning</b>:  Undefined variable $x in <b>/www/a.php</b> on line <b>7</b><br />\nPHP Notice: a on line 5\n${body}`,
	],
	["as an object in ASP.NET's d", (body) => `{"d":${body}}`],
];

/** The answers that are read otherwise than they should be, of all that there are with this step. */
function misread(
	change: (body: string) => string,
	asked: Asked,
	shouldBe: (one: Case) => Ending,
): unknown[] {
	const wrong: unknown[] = [];
	let count = 0;
	for (const one of casesOf(step)) {
		count++;
		const { kind } = read(change(one.body), { httpStatus: one.status, ...asked });
		const ending = shouldBe(one);
		if (ENDINGS[kind] !== ending && wrong.length < 20) wrong.push({ ...one, ending, kind });
	}
	expect(count * Math.min(step, 540)).toBeGreaterThan(550_000);
	return wrong;
}

test.each(WRAPPINGS)(
	'an answer %s means what its evidence says, wherever that stands',
	(_, wrap) => {
		expect(misread(wrap, {}, ({ ending }) => ending)).toEqual([]);
	},
);

/** An answer with a member more, of which only the credential knows what it says. */
const withMember = (body: string) => JSON.stringify({ ...JSON.parse(body), RetStatus: 7 });
const line = (field: string, value: string, means: 'accepted' | 'rejected') => ({
	field,
	value,
	means,
	idField: '',
});

test('an answer that the credential teaches is that, but for a plain refusal beside it; one that no line matches is unknown', () => {
	const other = line('RetStatus', '8', 'rejected');
	const refused = [line('retStatus', ' 7 ', 'rejected'), other];
	expect(misread(withMember, { answers: refused }, () => 'rejected')).toEqual([]);
	const accepted = [line('retStatus', '7', 'accepted'), other];
	for (const one of casesOf(step)) {
		const { kind } = read(withMember(one.body), { httpStatus: one.status, answers: accepted });
		const isPlain = read(one.body, {}).kind;
		if (isPlain === 'accepted') expect([one.body, kind]).toEqual([one.body, 'accepted']);
		if (isPlain === 'refused') expect([one.body, kind]).toEqual([one.body, 'unclear']);
	}
	// What is there besides is not understood.
	const ofAcceptance = ({ ending }: Case) => (ending === 'accepted' ? 'unknown' : ending);
	const none = [other, line('RetStatus.code', '', 'accepted'), line('', '7', 'accepted')];
	expect(misread(withMember, { answers: none }, ofAcceptance)).toEqual([]);
});
