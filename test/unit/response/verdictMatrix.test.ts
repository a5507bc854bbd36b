import { expect, test } from '@jest/globals';

import type { Verdict } from '../../../nodes/SmsVoiceGateway/response/answer.ts';
import { readVerdict } from '../../../nodes/SmsVoiceGateway/response/verdict.ts';
import { casesOf } from '../../evidence.ts';
import type { Ending } from '../../evidence.ts';
import { everyOf } from '../fuzz.ts';

const ENDINGS: Record<Verdict['kind'], Ending> = {
	accepted: 'accepted',
	refused: 'rejected',
	unclear: 'unknown',
};

/** Only some of the answers in each wrapping, unless there is time: no multiple of what the answers are made of. */
const step = everyOf(61);

/** As servers wrap an answer: not at all, in a JSON string, behind a byte order mark or a notice of their language. */
const WRAPPINGS: Array<[string, (body: string) => string]> = [
	['as it is', (body) => body],
	['in a JSON string', (body) => JSON.stringify(body)],
	['behind a byte order mark', (body) => `\ufeff${body}`],
	[
		'behind a notice of PHP',
		(body) =>
			`<br />\n<b>Warning</b>:  Undefined variable $x in <b>/www/a.php</b> on line <b>7</b><br />\n${body}`,
	],
];

test.each(WRAPPINGS)(
	'An answer %s means what its evidence says, wherever that stands',
	(_name, wrap) => {
		const wrong: unknown[] = [];
		let count = 0;
		for (const { body, status, ending } of casesOf(step)) {
			count++;
			const answer = {
				httpStatus: status,
				contentType: 'application/json',
				body: wrap(body),
				end: 'complete',
			} as const;
			const read = ENDINGS[readVerdict(answer, true).kind];
			if (read !== ending && wrong.length < 20) wrong.push({ body, status, ending, read });
		}
		expect(wrong).toEqual([]);
		expect(count * step).toBeGreaterThan(200_000);
	},
);
