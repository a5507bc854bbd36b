import { runInNewContext } from 'node:vm';
import { DateTime, Settings } from 'luxon';

import { marksIn, readPage, rowsOf, sectionOf, type Mark } from './markdown.ts';

const section = sectionOf(readPage('docs/topics/numbers-and-text.md'), 'Gaps in a text');
/** What the page advises to write for an amount, a moment and a day. */
const advised = rowsOf(section, 'It is', 'So')
	.flatMap(({ So }) => marksIn(So as Mark))
	.flatMap(({ type, value = '' }) =>
		type === 'inlineCode' && /toLocaleString|toFormat/.test(value) ? [value] : [],
	);

afterEach(() => {
	Settings.defaultZone = 'system';
});

test.each(['America/New_York', 'UTC', 'Asia/Tehran'])(
	'what the page advises for amounts and dates gives them as people write them in %s',
	(zone) => {
		Settings.defaultZone = zone;
		const at = DateTime.fromISO('2027-11-21T06:30').toUTC().toISO();
		const $json = { amount: '1250.4999999999998', at, due: '2026-11-28T00:00:00.000Z' };
		expect(
			advised.map((expression) => runInNewContext(expression, { $json, DateTime }) as string),
		).toEqual(['1,250.50', '06:30', '2026-11-28']);
	},
);
