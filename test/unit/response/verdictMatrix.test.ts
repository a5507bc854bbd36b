import { expect, test } from '@jest/globals';

import { casesOf } from '../../evidence.ts';
import type { Case, Ending } from '../../evidence.ts';
import { everyOf } from '../fuzz.ts';
import { read } from './read.ts';
import type { Asked } from './read.ts';

const ENDINGS: Record<string, Ending> = {
	accepted: 'accepted',
	refused: 'rejected',
	unclear: 'unknown',
};

/** Only some of the answers in each wrapping, unless there is time: no multiple of what the answers are made of. */
const step = everyOf(61);

/** As servers wrap an answer. */
const WRAPPINGS: Array<[string, (body: string) => string]> = [
	['as it is', (body) => body],
	['in a JSON string', (body) => JSON.stringify(body)],
	['behind a byte order mark', (body) => `\ufeff${body}`],
	[
		'behind a notice of PHP',
		(body) =>
			`<br />\n<b>Warning</b>:  Undefined variable $x in <b>/www/a.php</b> on line <b>7</b><br />\n${body}`,
	],
	["as text in ASP.NET's d", (body) => JSON.stringify({ d: body })],
	["as an object in ASP.NET's d", (body) => `{"d":${body}}`],
	[
		'in the element of an ASMX service',
		(body) =>
			`<?xml version="1.0"?>\n<string xmlns="http://tempuri.org/">${body.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</string>`,
	],
];

/** The answers that are read otherwise than they should be, of all that there are with this step. */
function misread(
	wrap: (body: string) => string,
	asked: Asked,
	shouldBe: (one: Case) => Ending,
): unknown[] {
	const wrong: unknown[] = [];
	let count = 0;
	for (const one of casesOf(step)) {
		count++;
		const { kind } = read(wrap(one.body), { httpStatus: one.status, ...asked });
		const ending = shouldBe(one);
		if (ENDINGS[kind] !== ending && wrong.length < 20) wrong.push({ ...one, ending, kind });
	}
	expect(count * step).toBeGreaterThan(200_000);
	return wrong;
}

test.each(WRAPPINGS)(
	'An answer %s means what its evidence says, wherever that stands',
	(_, wrap) => {
		expect(misread(wrap, {}, ({ ending }) => ending)).toEqual([]);
	},
);

/** An answer with a member more, of which only the credential knows what it says. */
const withMember = (body: string) => JSON.stringify({ ...JSON.parse(body), RetStatus: 7 });

test.each(['accepted', 'rejected'] as const)(
	'An answer that the credential teaches as %s is that, whatever else it says',
	(means) => {
		const answers = [
			{ field: 'retStatus', value: ' 7 ', means },
			{ field: 'RetStatus', value: '8', means: 'rejected' as const },
		];
		expect(misread(withMember, { answers }, () => means)).toEqual([]);
	},
);

test('An answer that no line of the credential matches means what it would mean without', () => {
	const answers = (['accepted', 'rejected'] as const).flatMap((means) => [
		{ field: 'RetStatus', value: '8', means },
		{ field: 'RetStatus.code', value: '', means },
		{ field: 'Other', value: '', means },
		{ field: '', value: '7', means },
		{ field: '0', value: '7', means },
	]);
	expect(misread(withMember, { answers }, ({ ending }) => ending)).toEqual([]);
});
