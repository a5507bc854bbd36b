#!/bin/sh
# Three readers of calendars agree on a shift at 2:30 in the night with that hour twice, and all are an hour late.
#
# Rules (RFC 5545, 3.3.5, 3.3.6, 3.6.5): a time that comes twice is the first one; one that is skipped has the offset before the
#   gap. A duration in days is by the clocks, one in hours is exact. A zone is what the file's own VTIMEZONE says, whatever its name.
# Shifts, in Berlin: `twice` and `none` begin at 2:30 on 31 October and 28 March 2027. `day` and `hours` begin at 20:00 on 30 October
#   and last P1D and PT24H: until 19:00 and 18:00 UTC. `named` begins at 8:00 on 1 July in a zone that is called "Office".
# Guess before: all give the same instants, by the rules.
# Seen with ical.js 2.2.1, node-ical 0.27.2 and ts-ics 1.2.2 (which n8n 2.41 reads ICS files with): `twice` is 01:30 UTC in all, by the
#   rule 00:30. `none` is an hour early in ical.js and ts-ics: 00:30 UTC, 1:30 in Berlin. ical.js takes hours by the clocks too, and
#   node-ical days as 24 hours; ts-ics gives durations as they stand. node-ical does not find the zone "Office" in the file, and takes
#   8:00 for the machine's, here New York's.
# So: a rota hands over at an hour that comes once, and names its zone as the IANA does.
# Needs: Node 20 or later, npm and its registry. Ends with 1 where the behaviour has changed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . ical.js@2.2.1 node-ical@0.27.2 ts-ics@1.2.2 >&2
cat > run.mjs <<'JS'
import { createRequire } from 'node:module';
import ICAL from 'ical.js';
const require = createRequire(import.meta.url);
const nodeIcal = require('node-ical');
const { icsCalendarToObject } = require('ts-ics');
const change = (name, at, from, to, month) => [
	...[`BEGIN:${name}`, `DTSTART:1970${at}`, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`],
	...[`RRULE:FREQ=YEARLY;BYMONTH=${month};BYDAY=-1SU`, `END:${name}`],
];
const calendar = (zone, begin, end) =>
	[
		...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Rota//EN', 'BEGIN:VTIMEZONE', `TZID:${zone}`],
		...change('DAYLIGHT', '0329T020000', '+0100', '+0200', 3),
		...change('STANDARD', '1025T030000', '+0200', '+0100', 10),
		...['END:VTIMEZONE', 'BEGIN:VEVENT', 'UID:1@rota', 'DTSTAMP:20270101T000000Z', 'SUMMARY:Shift'],
		...[`DTSTART;TZID=${zone}:${begin}`, end, 'END:VEVENT', 'END:VCALENDAR', ''],
	].join('\r\n');
const SHIFTS = {
	twice: calendar('Europe/Berlin', '20271031T023000', 'DURATION:PT1H'),
	none: calendar('Europe/Berlin', '20270328T023000', 'DURATION:PT1H'),
	day: calendar('Europe/Berlin', '20271030T200000', 'DURATION:P1D'),
	hours: calendar('Europe/Berlin', '20271030T200000', 'DURATION:PT24H'),
	named: calendar('Office', '20270701T080000', 'DURATION:PT1H'),
};
/** Begin and end of a calendar's event. */
const READERS = {
	'ical.js'(text) {
		const whole = new ICAL.Component(ICAL.parse(text));
		const { startDate, endDate } = new ICAL.Event(whole.getFirstSubcomponent('vevent'));
		return [startDate.toJSDate(), endDate.toJSDate()];
	},
	'node-ical'(text) {
		const { start, end } = Object.values(nodeIcal.sync.parseICS(text)).find(
			({ type }) => type === 'VEVENT',
		);
		return [start, end];
	},
	'ts-ics'(text) {
		const [{ start, end }] = icsCalendarToObject(text).events;
		return [start.date, end?.date];
	},
};
const seen = Object.entries(READERS).map(([name, read]) => {
	const shown = Object.entries(SHIFTS).map(([shift, text]) => {
		const [begin, end] = read(text);
		const at = shift === 'day' || shift === 'hours' ? end : begin;
		return `${shift} ${at?.toISOString().slice(11, 16)}`;
	});
	return `${name}: ${shown.join(', ')}`;
});
console.log(seen.join('\n'));
const KNOWN = [
	'ical.js: twice 01:30, none 00:30, day 19:00, hours 19:00, named 06:00',
	'node-ical: twice 01:30, none 01:30, day 18:00, hours 18:00, named 12:00',
	'ts-ics: twice 01:30, none 00:30, day undefined, hours undefined, named 06:00',
];
if (seen.join() !== KNOWN.join()) throw new Error(`It was ${KNOWN.join('; ')}`);
JS
TZ=America/New_York node run.mjs
