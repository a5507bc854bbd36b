import { cells } from '../../lines.ts';
import { read } from './read.ts';

/** What a member of an answer holds: a column of the table for each. */
const VALUES = cells(`
	true | false | "true" | "no" | "on" | 1 | 0 | "1" | "0" | 3 | -1 | "" | null | [] | {} | [0]
	["x"] | "ok" | "success" | "sent" | "not sent" | "error" | "failed" | "odd" | "two words"
	"no error" | "ER-00" | "0 sent" | "success: 2" | "none" | 200 | "200 OK" | "200 lost" | 205
	206 | 299 | 300 | 404 | 408 | 500 | 999 | 1000 | 1001 | 1006 | "1006 no credit" | "1006 ok"
	1099 | 1100 | 801 | "00" | "007" | 1.5 | "1,200" | "2026-11-28 10:00" | "9007199254741993"
	9001 | 17 | "abc-1" | "09121234567" | "+98 (912)" | "x1" | [9001] | [9001,9002,9003]
	{"a":1} | {"id":9001} | {"code":200} | {"code":1006} | {"09121234567":"x"}
	[{"message":"x"}] | [null] | {"a":{"b":""}} | "https://x.y/1" | "1 refused" | "2 of 3"
	"code 1006: no" | "…" | "error 0" | ["x",{"code":5}] | "2026-11" | "Message sent successfully"
	"با موفقیت ارسال شد" | "اعتبار ندارید" | "2026-11-28" | "12:30" | "call-7"
	"3f2504e0-4f89-11d3-9a0c" | "ERR-17" | [9001,9002] | [null,"a"]
	{"code":1006,"message":"no"} | {"success":true} | {"status":"x"}
`)
	.flat()
	.map((cell): unknown => JSON.parse(cell.replace('…', () => 'x'.repeat(101))));

const ONE = [['09121234567']];
const THREE = [['09121234567'], ['09121234568'], ['09121234569']];

/** What comes of it: alone, beside a success, beside one for three numbers, beside an ID for each, beside a refusal, and in the answer to a query. */
const CIRCUMSTANCES: Array<(member: object) => Parameters<typeof read>> = [
	(member) => [member, { rows: ONE }],
	(member) => [{ success: true, ...member }, { rows: ONE }],
	(member) => [{ success: true, ...member }, { rows: THREE }],
	(member) => [{ meta: { status: 200 }, data: [9001, 9002, 9003], ...member }, { rows: THREE }],
	(member) => [{ meta: { status: 1006 }, ...member }, { rows: THREE }],
	(member) => [member, { sends: false, rows: [] }],
];

/** a: accepted, w: with a warning, r: refused, c: contradictory, and a point for what proves nothing. */
function letterOf(asked: Parameters<typeof read>): string {
	const verdict = read(...asked);
	if (verdict.kind === 'unclear') return verdict.why === 'contradictory' ? 'c' : '.';
	if (verdict.kind === 'refused') return 'r';
	return verdict.rows?.some(({ warning }) => warning !== undefined) ? 'w' : 'a';
}

const TABLE = `
success
araraarar.r......aaa........................................................................
"
"
acacaacac.caa.a..aaa..................................................a.....................
crcrccrcrrrrrrrrrcccrrrrrrrrcrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrccrccrrrrrrrrrrrrrccrrrrrrcrrcr
araraarar.raaaaaaaaa.........................................aa.....aaa......a.........aa...

isSuccess successful ok
araraarar.r......aaa........................................................................
acacaacac.caa.a..aaa..................................................a.....................
"
"
crcrccrcrrrrrrrrrcccrrrrrrrrcrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrccrccrrrrrrrrrrrrrccrrrrrrcrrcr
araraarar.raaaaaaaaa.........................................aa.....aaa......a.........aa...

status state httpStatus outcome resultStatus requestStatus
ar........r......aaa..........aa.a...r....rrr...............................................
ac........caa.a..aaa..........aa.a...c....ccc.........................a.....................
"
"
crrrrrrrrrrrrrrrrcccrrrrrrrrcrccrcrrrrrrrrrrrrrrrrrrrrrrrrrrrccrccrrrrrrrrrrrrrccrrrrrrcrrcr
ar....a.a.raaaaaaaaa.......a..aa.a..rrrrrrrrr.rrr......r.....aa.....aaa......a.........aa...

statuscode http_code resCode retCode returnCode responseCode messageCode result_code code
ar........r......aaa..........aa.a...r....rrr...............................................
ac....a.a.caa.a..aaa.......a..aa.a...c....ccc.........................a.....................
"
"
crrrrrrrrrrrrrrrrcccrrrrrrrrcrccrcrrrrrrrrrrrrrrrrrrrrrrrrrrrccrccrrrrrrrrrrrrrccrrrrrrcrrcr
ar....a.a.raaaaaaaaa.......a..aa.a..rrrrrrrrr.rrr......r.....aa.....aaa......a.........aa...

result
ar........r......aaa..........aa.a...r....rrr...................aar......................ra.
ac........caa.a..aaa..........aa.a...c....ccc...................aac...a..................ca.
"
ac........caa.a..aaa..........aa.a...c....ccc...................aacw..a..................ca.
crrrrrrrrrrrrrrrrcccrrrrrrrrcrccrcrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrccrrrrrrrrrrrrrccrrrrrrrrrcr
ar....a.a.raaaaaaaaa.......a..aa.a..rrrrrrrrr.rrr......r.....aaaaaraaaa......a.........aara.

error err errors exception fault isError problem failure errorMessage errorText errorDescription
faultNumber
r....r.r.rr................r......rrrrrrrrrrrrrrr......rr..r......r.....rr...............r..
ca...cacaccaaaa..aaa.....a.c.aaaaaccccccccccccccca.....cc..c......c..aa.cc.....aa........c..
ca....a.a..aaaa..aaa.....a...aaaaaccccccccccccccca.....cc..c......c..aa........aa........c..
"
rrrrrrrrrrrrrrrrrcccrrrrrrrrcrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrccrrrrrrrrrrrrrccrrrrrrrrrcr
ra...rararraaaaa.aaa.....a.r.aaaaarrrrrrrrrrrrrrra.....rr..r......r..aa.rr.....aa........r..

errorCode err_no
r....r.r.rr................r......rrrrrrrrrrrrrrr......rr..r......r.....rr...............r..
ca...cacaccaaaa..aaa.....a.c.aaaaaccccccccccccccca.....cc..c......c..aa.cc.....aa........c..
"
"
rrrrrrrrrrrrrrrrrcccrrrrrrrrcrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrccrrrrrrrrrrrrrccrrrrrrrrrcr
ra...rararraaaaa.aaa.....a.r.aaaaarrrrrrrrrrrrrrra.....rr..r......r..aa.rr.....aa........r..

msgid message_id smsId callId msgUuid sid bulkId id ids
.....a.a.a................a...a..aaaaaaaaaaa..aaa.a...aaa.a.aa................a....aaa......
.....a.a.a.aa.a...........a...a..aaaaaaaaaaa..aaa.a...aaa.a.aa........a.......a....aaa......
.....a.a.a.aa.a...........a...a..aaaaaaaaaaa..aaa.a...aaa.a.a.a.......a.......a....aaa......
.....a.a.a.aa.a...........a...a..aaaaaaaaaaa..aaa.a...aaa.a.a...ww.w..a.......a....aaa....w.
rrrrrcrcrcrrrrrrrcccrrrrrrcrcrcrrcccccccccccrrcccrcrrrcccrcrcccrccrrrrrrrrrrrrcccrrcccrcrrcr
aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaa.a.

from sender source time sendTime date stamp cost messageCost price fee credit balance length
duration parts part
............................................................................................
.....aaaaa.aa.a..aaa.....a....a..aaaaaaaaaaa..aaaaaaaaaaa.aa..........a.......aaa.aa........
"
..wwwaaaaa.aa.a..aaawwwwwawwwwawwaaaaaaaaaaawwaaaaaaaaaaawaaw...ww.w..awwwwww.aaawaawww...w.
rrrrrrrrrrrrrrrrrcccrrrrrrrrcrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrccrccrrrrrrrrrrrrrccrrrrrrcrrcr
aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaa.a.

destination to recipient receptor phone mobile number msisdn numbers
............................................................................................
.....aaaaa.aa.a..aaa.....a....a..aaaaaaaaaaa..aaaaaaaaaaa.aa.........aa.......aaa.aa........
.....aaaaa.aa.a..aaa.....a....a..aaaaaaaaaaa..aaaaaaaaaaa.aa..........a.......aaa.aa........
..wwwaaaaa.aa.a..aaawwwwwawwwwawwaaaaaaaaaaawwaaaaaaaaaaawaaw.w.ww.w..awwwwww.aaawaawww...w.
rrrrrrrrrrrrrrrrrcccrrrrrrrrcrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrcrrccrrrrrrrrrrrrrccrrrrrrcrrcr
aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaa.a.

user username currency type operator server entry extra message msg description title statusText
text rejected failed invalids not_sent unsuccessful hash total count
............................................................................................
...........aa.a..aaa.....a...........................a................a........aa.a.........
"
..www......aa.a..aaawwwwwawwwwwwwwwwwwwwwwwwwwwww.w.wawwwwwww...ww.w..awwwwww.waawawwww...w.
rrrrrrrrrrrrrrrrrcccrrrrrrrrcrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrccrccrrrrrrrrrrrrrccrrrrrrcrrcr
aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaa.a.

0 12
............................................................................................
...........aa.a..aaa.....a...........................a................a........aa.a.........
"
..www......aa.a..aaawwwwwawwwwwwwwwwwwwwwwwwwwwww.w.wawwwwwww.........awwwwww.waawawwww.....
rrrrrrrrrrrrrrrrrcccrrrrrrrrcrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrccrccrrrrrrrrrrrrrccrrrrrrcrrcr
aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.....aaaaaaaaaaaaaaaaaaaaa...

data
..........................a....................a......aa..a..a..aar...........a....aaa...ra.
...........aa.a..aaa.....aa....................a.....aaa..a..a..aac...a.......aaa.aaaa...ca.
...........aa.a..aaa.....a...........................a........a.aac...a........aa.a......ca.
"
rrrrrrrrrrrrrrrrrcccrrrrrrcrcrrrrrrrrrrrrrrrrrrcrrrrrrccrrcrrccrccrrrrrrrrrrrrcccrrcccrcrrcr
aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaraaaaaaaaaaaaaaaaaaaaaara.

d results entries response body content return payload header
................................................................aar......................ra.
...........aa.a..aaa.....a...........................a..........aac...a........aa.a......ca.
"
..www......aa.a..aaawwwwwawwwwwwwwwwwwwwwwwwwwwww.w.wawwwwwww...aacw..awwwwww.waawawwww..ca.
rrrrrrrrrrrrrrrrrcccrrrrrrrrcrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrccrrrrrrrrrrrrrccrrrrrrrrrcr
aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaraaaaaaaaaaaaaaaaaaaaaara.

messages calls
.............................................................a..aar......................ra.
...........aa.a..aaa.....a...........................a.......a..aac...a........aa.a......ca.
...........aa.a..aaa.....a...........................a........a.aac...a........aa.a......ca.
..www......aa.a..aaawwwwwawwwwwwwwwwwwwwwwwwwwwww.w.wawwwwwww...aacw..awwwwww.waawawwww..ca.
rrrrrrrrrrrrrrrrrcccrrrrrrrrcrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrccrccrrrrrrrrrrrrrccrrrrrrcrrcr
aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaraaaaaaaaaaaaaaaaaaaaaara.

meta
................................................................aar......................ra.
...........aa.a..aaa.....a...........................a..........aac...a........aa.a......ca.
"
..www......aa.a..aaawwwwwawwwwwwwwwwwwwwwwwwwwwww.w.wawwwwwww...aacw..awwwwww.waawawwww..ca.
.................................................................ar......................ra.
aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaraaaaaaaaaaaaaaaaaaaaaara.

sent accepted queued success_count sentCount isDelivered
............................................................................................
.....a.a.a.aa.a..aaa.....a....a..aaaaaaaaaaa..aaa.aa.aaaa.a...........a........aa.a.........
.........a.aa.a..aaa.....a....a..aaaaaaaaaaa..aaa.a..aaaa.a...........a........aa.a.........
..www....a.aa.a..aaawwwwwawwwwawwaaaaaaaaaaawwaaa.a.waaaawaww...ww.w..awwwwww.waawawwww...w.
rrrrrcrcrcrrrrrrrcccrrrrrrrrcrcrrcccccccccccrrcccrccrrcccrcrrccrccrrrrrrrrrrrrrccrrrrrrcrrcr
aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaa.a.

deliveryStatus smscode dlrresult
............................................................................................
...........aa.a..aaa.....a............................................a........aa...........
"
...........aa.a..aaa.....a......................................ww.w..a........aa.........w.
rrrrrrrrrrrrrrrrrcccrrrrrrrrcrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrccrccrrrrrrrrrrrrrccrrrrrrcrrcr
aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaa.a.

requestId ref reference
............................................................................................
.....a.a.a.aa.a..aaa.....aa...a..aaaaaaaaaaa..aaa.a..aaaa.a.a.........a.......aaa.aaaa......
"
..wwwa.a.a.aa.a..aaawwwwwaawwwawwaaaaaaaaaaawwaaa.a.waaaawawa...ww.w..awwwwww.aaawaaaaw...w.
rrrrrrrrrrrrrrrrrcccrrrrrrrrcrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrccrccrrrrrrrrrrrrrccrrrrrrcrrcr
aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaa.a.
`;

const IS_CELLS = /^(?:[acrw.]{60,}|")$/;
/** Names, and below them what their values come to, a line for each of the circumstances: `"` where it is as in the one before. */
function rowsOf(table: string): Array<[name: string, cells: string[]]> {
	return table
		.trim()
		.split('\n\n')
		.flatMap((group) => {
			const names = group.split('\n').filter((line) => !IS_CELLS.test(line));
			const cells = group.split('\n').slice(names.length);
			cells.forEach((line, at) => (cells[at] = line === '"' ? (cells[at - 1] ?? '') : line));
			return names
				.flatMap((line) => line.split(' '))
				.map((name): [string, string[]] => [name, cells]);
		});
}

// A test for each name: one that takes ten times as long as others do is left out where StrykerJS changes the code.
test.each(rowsOf(TABLE))('%s', (name, cells) => {
	const said = CIRCUMSTANCES.map((around) =>
		VALUES.map((value) => letterOf(around({ [name]: value }))).join(''),
	);
	expect(said).toEqual(cells);
});
