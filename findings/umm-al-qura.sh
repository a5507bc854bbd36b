#!/bin/sh
# Three sources of the same Umm al-Qura calendar differ by a day: for 30 days each in 2006 and 2024, and 1,260 in the 2030s.
#
# Compared: hijri-converter 1.1.1, @umalqura/core 0.0.7 and the calendar `islamic-umalqura` of Intl (ICU, which luxon and with it
#   n8n's `reconfigure({ outputCalendar })` take), each day at noon UTC.
# Guess before: the calendar is a published table, so all three agree, if not before 2000 or behind the last year of the table
#   (1500 AH, 2077).
# Seen, Node 20 and 24 (ICU 78): @umalqura/core and ICU agree in 2000 to 2028, and hijri-converter differs from both from 26 June
#   to 25 July 2006 and in December 2024 (2 December 2024: 30 Jumada I against 1 Jumada II 1446). From 11 August 2029 on it is
#   ICU that differs from both: on 1,260 days of 2030 to 2039.
# So: a date of the lunar calendar that a form or a sheet holds may be a day off, by whichever library reads it: give a schedule as
#   a Gregorian date.
# Needs: Node 20 or later, npm and its registry. Ends with 1 where the behaviour has changed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . hijri-converter@1.1.1 @umalqura/core@0.0.7 >&2
cat > run.mjs <<'JS'
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
const { toHijri } = require('hijri-converter');
const { default: umalqura = require('@umalqura/core') } = require('@umalqura/core');
const icu = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', {
	...{ year: 'numeric', month: 'numeric', day: 'numeric', timeZone: 'UTC' },
});
const SOURCES = {
	converter(day) {
		const { hy, hm, hd } = toHijri(day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate());
		return [hy, hm, hd].join('-');
	},
	core(day) {
		const { hy, hm, hd } = umalqura(day);
		return [hy, hm, hd].join('-');
	},
	icu(day) {
		const parts = Object.fromEntries(icu.formatToParts(day).map(({ type, value }) => [type, value]));
		return [parseInt(parts.year), parts.month, parts.day].join('-');
	},
};
/** On how many days of some years each differs from the two others. */
function alone(from, to) {
	const counts = { converter: 0, core: 0, icu: 0 };
	for (let at = Date.UTC(from, 0, 1, 12); at < Date.UTC(to, 0, 1); at += 86_400_000) {
		const day = new Date(at);
		const [converter, core, own] = Object.values(SOURCES).map((read) => read(day));
		if (core === own && converter !== core) counts.converter++;
		else if (converter === own && core !== own) counts.core++;
		else if (converter === core && own !== core) counts.icu++;
	}
	return `${from} to ${to - 1}: ${JSON.stringify(counts)}`;
}
const seen = [alone(2000, 2029), alone(2030, 2040)].join('; ');
console.log(seen);
const known =
	'2000 to 2028: {"converter":60,"core":0,"icu":0}; 2030 to 2039: {"converter":0,"core":0,"icu":1260}';
if (seen !== known) throw new Error(`It was ${known}`);
JS
TZ=UTC node run.mjs
