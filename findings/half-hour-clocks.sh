#!/bin/sh
# Where clocks move by half an hour, one scheduler fires a daily job twice or three times, another never or twice.
#
# Zone: Lord Howe, Australia: on 3 October 2027 2:00 becomes 2:30, on 4 April 2027 2:00 becomes 1:30 once more.
# Guess before: cron, of which it is known that a job at 3:00 fires twice where a whole hour comes again, does so here too; croner
#   and node-schedule, which fire once in such nights of Berlin, fire once in these.
# Seen, on mocked clocks, Node 20 and 24: croner 11.0.0 fires once. cron 4.4.0 fires twice in spring too, half an hour early and
#   again, even for 3:00, which no clock skips; in autumn twice for 2:00, and three times for 2:30. node-schedule 2.1.1 does not
#   fire at all in the night without its minute, where in Berlin it fires an hour later; and fires in both passes of 1:30, where in
#   Berlin it fires in the first one of 2:30.
# So: a job by the clock, such as a text or a payment each night, keeps a record of its day.
# Needs: Node 20.13 or later, npm and its registry. Ends with 1 where the behaviour has changed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . cron@4.4.0 croner@11.0.0 node-schedule@2.1.1 >&2
cat > run.mjs <<'JS'
import { mock } from 'node:test';
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
const { CronJob } = require('cron');
const { Cron } = require('croner');
const { scheduleJob } = require('node-schedule');
const BERLIN = 'Europe/Berlin';
const HOWE = 'Australia/Lord_Howe';
/** Each starts a job, and gives what stops it. */
const SCHEDULERS = {
	cron(rule, zone, fire) {
		const job = new CronJob(rule, fire, null, true, zone);
		return () => job.stop();
	},
	croner(rule, zone, fire) {
		const job = new Cron(rule, { timezone: zone }, fire);
		return () => job.stop();
	},
	'node-schedule'(rule, zone, fire) {
		const job = scheduleJob({ rule, tz: zone }, fire);
		return () => job.cancel();
	},
};
const NIGHTS = [
	['spring', BERLIN, '2027-03-27T20:00:00Z', '2:15'],
	['autumn', BERLIN, '2027-10-30T20:00:00Z', '2:30'],
	['spring', HOWE, '2027-10-02T10:00:00Z', '2:15', '3:00'],
	['autumn', HOWE, '2027-04-03T10:00:00Z', '1:30', '2:00', '2:30'],
];
/** When a job fires within twelve hours, by the clocks of its zone. */
function firings(start, zone, from, time) {
	const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' });
	const seen = [];
	mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: Date.parse(from) });
	const [hour, minute] = time.split(':').map(Number);
	const stop = start(`${minute} ${hour} * * *`, zone, () => seen.push(clock.format(new Date())));
	for (let tick = 0; tick < 12 * 60; tick++) mock.timers.tick(60_000);
	stop();
	mock.timers.reset();
	return seen.join('+') || 'never';
}
const lines = Object.entries(SCHEDULERS).flatMap(([name, start]) =>
	NIGHTS.map(([season, zone, from, ...times]) =>
		[
			`${name}, ${zone}, ${season}:`,
			...times.map((time) => `${time} at ${firings(start, zone, from, time)}`),
		].join(' '),
	),
);
console.log(lines.join('\n'));
const KNOWN = [
	'cron, Europe/Berlin, spring: 2:15 at 03:00',
	'cron, Europe/Berlin, autumn: 2:30 at 02:30',
	'cron, Australia/Lord_Howe, spring: 2:15 at 01:45+02:45 3:00 at 02:30+03:00',
	'cron, Australia/Lord_Howe, autumn: 1:30 at 01:30 2:00 at 01:30+02:00 2:30 at 01:30+01:30+02:30',
	'croner, Europe/Berlin, spring: 2:15 at 03:00',
	'croner, Europe/Berlin, autumn: 2:30 at 02:30',
	'croner, Australia/Lord_Howe, spring: 2:15 at 02:30 3:00 at 03:00',
	'croner, Australia/Lord_Howe, autumn: 1:30 at 01:30 2:00 at 02:00 2:30 at 02:30',
	'node-schedule, Europe/Berlin, spring: 2:15 at 03:15',
	'node-schedule, Europe/Berlin, autumn: 2:30 at 02:30',
	'node-schedule, Australia/Lord_Howe, spring: 2:15 at never 3:00 at 03:00',
	'node-schedule, Australia/Lord_Howe, autumn: 1:30 at 01:30+01:30 2:00 at 02:00 2:30 at 02:30',
];
if (lines.join() !== KNOWN.join()) throw new Error(`It was ${KNOWN.join('; ')}`);
JS
TZ=UTC node --no-warnings run.mjs
