import { expect, test } from '@jest/globals';

import { read } from './read.ts';

/** What a member of an answer holds: a column of the table for each. */
const VALUES: unknown[] = [
	...[true, false, 'true', 'no', 'on', 1, 0, '1', '0', 3, -1, '', null, [], {}, [0], ['x']],
	...['ok', 'success', 'sent', 'not sent', 'error', 'failed', 'odd', 'two words', 'no error'],
	...['ER-00', '0 sent', 'success: 2', 'none', 200, '200 OK', '200 lost', 205, 206, 299, 300],
	...[404, 408, 500, 999, 1000, 1001, 1006, '1006 no credit', '1006 ok', 1099, 1100, 801],
	...['00', '007', 1.5, '1,200', '2026-11-28 10:00', '9007199254741993', 9001, 17, 'abc-1'],
	...['09121234567', '+98 (912)', 'x1', [9001], [9001, 9002, 9003], { a: 1 }, { id: 9001 }],
	...[{ code: 200 }, { code: 1006 }, { '09121234567': 'x' }, [{ message: 'x' }], [null]],
	...[
		{ a: { b: '' } },
		'https://x.y/1',
		'1 refused',
		'2 of 3',
		'code 1006: no',
		'x'.repeat(101),
		'error 0',
		['x', { code: 5 }],
		'2026-11',
	],
];

const LETTERS = { accepted: 'a', refused: 'r', contradictory: 'c', mixed: 'm', unproven: '.' };
const ONE = [['09121234567']];
const THREE = [['09121234567'], ['09121234568'], ['09121234569']];

/** What comes of it: alone, beside a success, beside one for three numbers, beside an ID and a number, beside a refusal, and in the answer to a query. */
const CIRCUMSTANCES: Array<(member: object) => Parameters<typeof read>> = [
	(member) => [member, { rows: ONE }],
	(member) => [{ success: true, ...member }, { rows: ONE }],
	(member) => [{ success: true, ...member }, { rows: THREE }],
	(member) => [
		{ meta: { status: 200 }, data: { id: 9001, to: ONE[0]?.[0], ...member } },
		{ rows: ONE },
	],
	(member) => [{ meta: { status: 1006 }, ...member }, { rows: THREE }],
	(member) => [member, { sends: false, rows: [] }],
];

const TABLE = `
success
araraarar.r......aaarrr........................................................
"
"
acacaacac.c......aaaccc........................................................
crcrccrcrmrrrrrmmcccrrrrrrrrcrmrrmmmmmmmmmmmrrmmmrmmrrmmmrmrrmmmmmmmmmmrrrrrrmr
araraarararaaaaaaaaarrraaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa

isSuccess successful is_successful succeeded ok
araraarar.r......aaarrr........................................................
acacaacac.c......aaaccc........................................................
"
"
crcrccrcrmrrrrrmmcccrrrrrrrrcrmrrmmmmmmmmmmmrrmmmrmmrrmmmrmrrmmmmmmmmmmrrrrrrmr
araraarararaaaaaaaaarrraaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa

status state
ar........r......aaarrr.......aa.a...r....rrr.r................................
ac........caa.a..aaaccc.......aa.a...c....ccc.c.......................a........
"
ac...a.a...aa.a..aaaccc.......aa.a...c....ccc.c.......................a........
crrrrrrrrrrrrrrrrcccrrrrrrrrcrccrcrrrrrrrrrrrrrrrrrrrrrrrrrrrmmrmmrrrrrrrrrrrrr
araaaaaaaaraaaaaaaaarrraaaaaaaaaaaaarrrrrrrrrarrraaaaaaraaaaaaaaaaaaaaaaaaaaaaa

statuscode httpStatusCode resCode retCode returnCode responseCode messageCode result_code
ar........r......aaarrr.......aa.a...r....rrr.r................................
ac....a.a.caa.a..aaaccc....a..aa.a...c....ccc.c..aa...a...a...........a........
"
"
crrrrrrrrrrrrrrrrcccrrrrrrrrcrccrcrrrrrrrrrrrrrrrrrrrrrrrrrrrmmrmmrrrrrrrrrrrrr
araaaaaaaaraaaaaaaaarrraaaaaaaaaaaaarrrrrrrrrarrraaaaaaraaaaaaaaaaaaaaaaaaaaaaa

http_status outcome resultStatus requestStatus responsestatus
ar........r......aaarrr.......aa.a...r....rrr.r................................
ac........caa.a..aaaccc.......aa.a...c....ccc.c.......................a........
"
"
crrrrrrrrrrrrrrrrcccrrrrrrrrcrccrcrrrrrrrrrrrrrrrrrrrrrrrrrrrmmrmmrrrrrrrrrrrrr
araaaaaaaaraaaaaaaaarrraaaaaaaaaaaaarrrrrrrrrarrraaaaaaraaaaaaaaaaaaaaaaaaaaaaa

code
ar........r......aaarrr.......aa.a...r....rrr.r................................
ac....a.a.caa.a..aaaccc....a..aa.a...c....ccc.c..aa...a...a...........a........
"
a....aaaaa.aa.a..aaa..........aa.aaaa.aaaa.....aaaa...aaa.a...........a........
crrrrrrrrrrrrrrrrcccrrrrrrrrcrccrcrrrrrrrrrrrrrrrrrrrrrrrrrrrmmrmmrrrrrrrrrrrrr
araaaaaaaaraaaaaaaaarrraaaaaaaaaaaaarrrrrrrrrarrraaaaaaraaaaaaaaaaaaaaaaaaaaaaa

result
ar........r......aaarrr........a.....r....rrr.r.......a.........aar............
ac........caa.a..aaaccc........a.....c....ccc.c.......a.........aac...a........
"
ac........caa.a..aaaccc.......aa.a...c....ccc.c.......a.........aac...a........
crrrrrrrrrrrrrrrrcccrrrrrrrrcrccrcrrrrrrrrrrrrrrrrrrrrmrrrrrrrrrccrrrrrrrrrrrrr
araaaaaaaaraaaaaaaaarrraaaaaaaaaaaaarrrrrrrrrarrraaaaaaraaaaaaaaaaraaaaaaaaaaaa

error err errors exception fault isError hasErr problem problems failure errorMessage errorMsg
errorText errorString errorDescription errorDetails faultText faultNumber
r.r.rr.r.rr.....r...rrrrr.......r.rrrrrrrrrrrrrrr.rrrrrrrrrrrmmrr.rrr..rrrrr.rr
cac.ccacaccaaaaacaaaccccca...aaacacccccccccccccccacccccccccccmmccacccaaccccc.cc
cac.c.a.ac.aaaaacaaaccccca...aaacacccccccccccccccac.cccccccccmmccac..aaccccc..c
cac.ccacaccaaaaacaaaccccca...aaacacccccccccccccccacccccccccccmmccacccaaccccc.cc
rrrrrrrrrrrrrrrrrcccrrrrrrrrcrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrmmrrmrrrrrrrrrrrrr
rararrararraaaaaraaarrrrraaaaaaararrrrrrrrrrrrrrrarrrrrrrrrrrccrraraaaarrrrraar

errorCode err_no
r.r.rr.r.rr.....r...rrrrr.......r.rrrrrrrrrrrrrrr.rrrrrrrrrrrmmrr.rrr..rrrrr.rr
cac.ccacaccaaaaacaaaccccca...aaacacccccccccccccccacccccccccccmmccacccaaccccc.cc
cac.ccacaccaaaaacaaaccccca...aaacacccccccccccccccacccccccccccmmccac..aaccccc..c
cac.ccacaccaaaaacaaaccccca...aaacacccccccccccccccacccccccccccmmccacccaaccccc.cc
rrrrrrrrrrrrrrrrrcccrrrrrrrrcrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrmmrrmrrrrrrrrrrrrr
rararrararraaaaaraaarrrrraaaaaaararrrrrrrrrrrrrrrarrrrrrrrrrrccrraraaaarrrrraar

failed isFailed has_failed
r..............................................................................
ca....a.a..aaaa..........a...a...................a....................a........
"
"
rrrrrrrrrrrrrrrrrcccrrrrrrrrcrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrmmrmmrrrrrrrrrrrrr
raaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa

msgid message_id smsId callId call_id msgUuid message_uuids sid bulkId batch_id id ids
.....a.a.a................a...a..aaaaaaaaaaa..aaa.a...aaaaa.aa.........a......a
.....a.a.a.aa.a...........a...a..aaaaaaaaaaa..aaa.a...aaaaa.aaa.aa....aa......a
"
"
rrrrrcrcrcrrrrrrrcccrrrrrrcrcrcrrcccccccccccrrcccrcrrrcccccrcmmrmmrrrrrcrrrrrrc

from sender source originator user username country countryCode flash send_to_blacklist time
date stamp cost price fee tariff credit balance currency url version length encoding duration
part parts segment pages sendTime messageCost type line operator network priority server host
name batch echo lang unit createdat updated_at
...............................................................................
aaaaaaaaaa.aa.a.aaaa...aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.aa....aaaaaaa.a
"
"
rrrrrrrrrrrrrrrrrcccrrrrrrrrcrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrmmrmmrrrrrrrrrrrrr

destination to recipient receptor phone mobile number msisdn numbers destinations
...............................................................................
.....aaaaa.aa.a...............a..aaaaaaaaaaa..aaaaa.a.aaa.aa.aa.aa....a.......a
.....aaaaa.aa.a...............a..aaaaaaaaaaa..aaaaa.a.aaa.aa..a.aa....a.......a
.....aaaaa.aa.a...............a..aaaaaaaaaaa..aaaaa.a.aaa.aa.aa.aa....a.......a
rrrrrrrrrrrrrrrrrcccrrrrrrrrcrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrmmrrrrrrrrrrrrr

data
..........................a....................a......aa.aa..a..aar....a......a
.....a.a.a.aa.a..aaa....a.a.a.aaaaaaaaaaaaaa.aaaa.a.a.aaaaaaaaa.aac...aa.a....a
.....a.a.a.aa.a..aaa....a.a...aaaaaaaaaaaaaa.aaaa.a...aaaaaaaaa.aac...aa......a
.....a.a.a.aa.a..aaa....a.a.a.aaaaaaaaaaaaaa.aaaa.a.a.aaaaaaaaa.aac...aa.a....a
rrrrrrrrrrrrrrrrrcccrrrrrrmrcrrrrrrrrrrrrrrrrrrmrrrrrrmmrmmrrmmrccrrrrrmrrrrrrm
aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaraaaaaaaaaaaa

d
.................aaa............................................aar............
.....a.a.a.aa.a..aaa....a.a.a.aaaaaaaaaaaaaa.aaaa.a.a.aaaaaaa...aac...aa.a....a
.....a.a.a.aa.a..aaa....a.a...aaaaaaaaaaaaaa.aaaa.a...aaaaaaa...aac...aa......a
.....a.a.a.aa.a..aaa....a.a.a.aaaaaaaaaaaaaa.aaaa.a.a.aaaaaaa...aac...aa.a....a
rrrrrrrrrrrrrrrrrcccrrrrrrrrcrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrccrrrrrrrrrrrrr
aa...aaaaaaaaaaaa..........a..aaaaaaaaaaaaaaaaaaaaaaaaaaa.aa.aaaaaraaaa.aa...aa

messages calls
.............................................................a..aar............
.....a.a.a.aa.a..aaa....a.a.a.aaaaaaaaaaaaaa.aaaa.a.a.aaaaaaaaa.aac...aa.a....a
.....a.a.a.aa.a..aaa....a.a...aaaaaaaaaaaaaa.aaaa.a...aaaaaaaaa.aac...aa......a
.....a.a.a.aa.a..aaa....a.a.a.aaaaaaaaaaaaaa.aaaa.a.a.aaaaaaaaa.aac...aa.a....a
rrrrrrrrrrrrrrrrrcccrrrrrrrrcrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrmmrccrrrrrrrrrrrrr
aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaraaaaaaaaaaaa

results entries items records list
................................................................aar............
.....a.a.a.aa.a..aaa....a.a.a.aaaaaaaaaaaaaa.aaaa.a.a.aaaaaaa...aac...aa.a....a
.....a.a.a.aa.a..aaa....a.a...aaaaaaaaaaaaaa.aaaa.a...aaaaaaa...aac...aa......a
.....a.a.a.aa.a..aaa....a.a.a.aaaaaaaaaaaaaa.aaaa.a.a.aaaaaaa...aac...aa.a....a
rrrrrrrrrrrrrrrrrcccrrrrrrrrcrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrccrrrrrrrrrrrrr
aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaraaaaaaaaaaaa

entry extra foo data2 kind
...............................................................................
...........aa.a.................................................aa....a........
"
"
rrrrrrrrrrrrrrrrrcccrrrrrrrrcrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrmmrmmrrrrrrrrrrrrr

0 12
...............................................................................
...........aa.a.......................................................a........
"
"
rrrrrrrrrrrrrrrrrcccrrrrrrrrcrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrmmrmmrrrrrrrrrrrrr

message msg description detail details info title note statusText resultMessage responseText
returnMessage text
...............................................................................
...........aa.a..aaa....a...a..aa............a......a......a....aa....aa.a.....
...........aa.a..aaa....a......aa............a.............a....aa....a........
...........aa.a..aaa....a...a..aa............a......a......a....aa....aa.a.....
rrrrrrrrrrrrrrrrrcccrrrrrrrrcrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrmmrmmrrrrrrrrrrrrr

response answer reply body content
................................................................aar............
...........aa.a..aaa....a...a..aa............a......a......a....aac...aa.a.....
...........aa.a..aaa....a......aa............a.............a....aac...a........
...........aa.a..aaa....a...a..aa............a......a......a....aac...aa.a.....
rrrrrrrrrrrrrrrrrcccrrrrrrrrcrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrccrrrrrrrrrrrrr
aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaraaaaaaaaaaaa

rejected refused invalid_numbers blocked blacklist denied declined bad skipped dropped ignored
missing expired cancelled unsent not_sent undelivered unaccepted unsuccessful unqueued untaken
...............................................................................
.a....a.a..aaaa..........a...a...................a....................a........
"
"
rrrrrrrrrrrrrrrrrcccrrrrrrrrcrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrmmrmmrrrrrrrrrrrrr

sent accepted queued submitted delivered scheduled
a.a.aa.a.......................................................................
a.a.aa.a.a.aa....aaa..........a..aaaaaaaaaaa..aaa.a..aaaa.a..aa.aa....a........
a.a.a....a.aa....aaa..........a..aaaaaaaaaaa..aaa.a..aaaa.a...a................
a.a.aa.a.a.aa....aaa..........a..aaaaaaaaaaa..aaa.a..aaaa.a..aa.aa....a........
crcrcmrmrmrrrrrmmmmmrrrrrrrrcrmrrmmmmmmmmmmmrrmmmrmrrrmmmrmrrmmmmmmmmmmrrrrrrmr

success_count sentCount acceptedNumbers queued_at submittedTo scheduled_for isDelivered
...............................................................................
a.a.aa.a.a.aa....aaa..........a..aaaaaaaaaaa..aaa.a..aaaa.a..aa.aa....a........
a.a.a....a.aa....aaa..........a..aaaaaaaaaaa..aaa.a..aaaa.a...a................
a.a.aa.a.a.aa....aaa..........a..aaaaaaaaaaa..aaa.a..aaaa.a..aa.aa....a........
mrmrmmrmrmrrrrrmmmmmrrrrrrrrcrmrrmmmmmmmmmmmrrmmmrmrrrmmmrmrrmmmmmmmmmmrrrrrrmr

deliveryStatus mystate smscode dlrresult outcomes
...............................................................................
a..........aa.a..aaa..........aa.a..............................aa....a........
"
"
rrrrrrrrrrrrrrrrrcccrrrrrrrrcrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrmmrmmrrrrrrrrrrrrr

count total totalCount quantity
...............................................................................
.....a.a.a.aa.a...............a..aaaaaaaaaaa..aaa.aa..aaa.a..aa.aa....a........
.........a.aa.a...............a..aaaaaaaaaaa..aaa.a...aaa.a..aa.aa....a........
.....a.a.a.aa.a...............a..aaaaaaaaaaa..aaa.aa..aaa.a..aa.aa....a........
rrrrrrrrrrrrrrrrrcccrrrrrrrrcrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrmmrmmrrrrrrrrrrrrr

ref reference hash token key keys uuid myid x_id refs
...............................................................................
..aaaa.aaa.aa.a.aaaa...aaaaaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaa.aa....aaaaaaa.a
"
"
rrrrrrrrrrrrrrrrrcccrrrrrrrrcrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrmmrmmrrrrrrrrrrrrr

meta
................................................................aar............
...........aa.a.................................................aac...a........
"
"
................................................................aar............
aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaraaaaaaaaaaaa

return payload output envelope header head
................................................................aar............
...........aa.a.................................................aac...a........
"
"
rrrrrrrrrrrrrrrrrcccrrrrrrrrcrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrccrrrrrrrrrrrrr
aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaraaaaaaaaaaaa
`;

const IS_CELLS = /^(?:[acmr.]{60,}|")$/;
/**
 * Names, and below them what their values come to, a line for each of the circumstances: `"` where it is as in the one before, and
 * none for queries where all values are taken.
 */
function groups(table: string): Array<[names: string, cells: string[]]> {
	return table
		.trim()
		.split('\n\n')
		.map((group) => {
			const names = group.split('\n').filter((line) => !IS_CELLS.test(line));
			const cells = group.split('\n').slice(names.length);
			cells.forEach((line, at) => (cells[at] = line === '"' ? (cells[at - 1] ?? '') : line));
			const asked = cells[CIRCUMSTANCES.length - 1] ?? LETTERS.accepted.repeat(VALUES.length);
			return [names.join(' '), [...cells.slice(0, CIRCUMSTANCES.length - 1), asked]];
		});
}

test.each(groups(TABLE))('%s', (names, cells) => {
	for (const name of names.split(' ')) {
		const said = CIRCUMSTANCES.map((around) =>
			VALUES.map((value) => {
				const verdict = read(...around({ [name]: value }));
				const { why } = verdict.kind === 'unclear' ? verdict : { why: verdict.kind };
				return LETTERS[why as keyof typeof LETTERS];
			}).join(''),
		);
		expect([name, ...said]).toEqual([name, ...cells]);
	}
});
