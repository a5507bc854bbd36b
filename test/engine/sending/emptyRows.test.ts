import { bulk, CONTINUE, type IDataObject, type Parameters, SEND, staged } from '../stage/index.ts';

const { check, table } = staged();

const [SARA, REZA] = [{ to: '09121111111' }, { to: '09352222222' }];
const EMPTY: IDataObject[] = [{}, { to: '', name: null }, { to: '  ', name: '\u00a0' }];
const BULK: Parameters = (options) => bulk(options, { message: 'Hello' });

table('empty rows of a bulk', BULK, {
	'at the end hold nothing back, and are counted': [{}, CONTINUE].map((node) => ({
		rows: [SARA, REZA, ...EMPTY],
		node,
		ends: '2 accepted',
		hint: '2 rows: 2 accepted, and 3 empty rows left out.…',
	})),
	'alone are wrong': {
		rows: [{}, {}],
		error: '2 of 2 rows are wrong, so nothing was sent',
	},
});

const NAMED = (message: string) => ({ other: { message, destination: '={{ $json.phone }}' } });

/** What a sheet or a table fills in by itself, and a text that reads columns in several ways. */
test.each([
	['=Hi {{ $json.name }}', { row_number: 4, phone: '', name: '', sent: false }],
	['=Hi {{ $json["name"].trim() }}', { id: 9, createdAt: '2026-11-01', phone: null, name: null }],
	['Hi', { row_number: 4, phone: ' ', paid: 0 }],
])(
	'%s: an empty row is left out at the end, and has its item between others: %j',
	async (...one) => {
		const [message, row] = one;
		const [sara, reza] = ['Sara', 'Reza'].map((name) => ({ phone: SARA.to, name }));
		const rows = [sara ?? {}, row, reza ?? {}, row];
		await check(
			{
				...NAMED(message),
				rows,
				ends: '1 accepted, 1 notSent, 1 accepted',
				warns: [undefined, ['The row is empty'], undefined],
				pairs: [0, 1, 2],
				hint: '3 rows: 2 accepted, 1 empty, and 1 empty row left out.…',
			},
			BULK,
		);
	},
);

test.each([
	['=Hi {{ $json.name }}', { name: 'Sara' }],
	['=Hi {{ $json.name }}', { name: 0 }],
	['=Hi {{ Object.keys($json).length }}', { anything: 'x' }],
	['Hi', { name: 'Sara' }],
])(
	'%s: one in which anything stands, or of which a text comes, is wrong: %j',
	async (message, row) => {
		const rows = [{ phone: SARA.to, name: 'x' }, row];
		await check({ ...NAMED(message), rows, error: "'To' of item 1 is empty" }, BULK);
	},
);

table('an empty item of Send', SEND, {
	'is wrong wherever it stands': { rows: [SARA, {}], error: "'To' of item 1 is empty" },
});
