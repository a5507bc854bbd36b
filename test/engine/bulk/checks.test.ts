import {
	bulk,
	CONTINUE,
	type IDataObject,
	type Parameters,
	REFUSED,
	rowsFor,
	staged,
	strikes,
} from '../stage/index.ts';

const { table } = staged();

/** Rows of which those with these numbers have no phone number. */
const rowsWith = (count: number, ...wrong: number[]): IDataObject[] =>
	rowsFor(count).map((row, index) =>
		wrong.includes(index) ? { ...row, to: `not a number ${index}` } : row,
	);
const IN_TWOS: Parameters = (options, more = {}) =>
	bulk({ speed: { values: { batchSize: 2 } }, ...options }, more);
const FAILING = "={{ $json.bad ? $('No Such Node').first() : $json.text }}";
const withBad = rowsFor(3).map((row, index) => ({ ...row, bad: index === 1 }));

// How one, several and very many are named is said in sending/checkedFirst.test.ts.
table('wrong rows, with Invalid Rows on Stop,', IN_TWOS, {
	'may be wrong because an expression fails for them alone': [
		{ rows: withBad, other: { message: FAILING }, error: "'Message' of item 1 can't be read: …" },
		{
			rows: withBad,
			other: { message: FAILING },
			options: { invalidRows: 'skip' },
			ends: '1 accepted, 1 rejected, 1 accepted',
			asks: '0,2',
		},
	],
});

describe('wrong rows, with Invalid Rows on Skip,', () => {
	const SKIP: Parameters = (options) => IN_TWOS({ invalidRows: 'skip', ...options });

	table('', SKIP, {
		'get their own failed result in stop mode, without an error, and the others are sent': {
			rows: rowsWith(7, 1, 4),
			ends: '1 accepted, 1 rejected, 2 accepted, 1 rejected, 2 accepted',
			asks: '0,2 3,5 6',
			reason: `'To' of item 1 holds "not a number 1", which is not a phone number`,
		},
		'are all there is: the run fails, as it sends nothing': [
			{
				rows: rowsWith(3, 0, 1, 2),
				error: '3 of 3 rows are wrong, so nothing was sent',
				requests: 0,
			},
			{ rows: rowsWith(3, 0, 1, 2), node: CONTINUE, ends: '3 rejected', requests: 0 },
			{ rows: rowsWith(3, 0, 1, 2), options: { dryRun: true }, ends: '3 rejected' },
		],
		'do not hide a batch that fails: its error ends the run, and names them too': {
			rows: rowsWith(7, 0),
			fault: [strikes(3, REFUSED)],
			error: '…HTTP 400…',
			advice: '…2 accepted (item 1…3 rejected (items 0, 3–4)…2 not sent (items 5–6)…',
			asks: '1,2 3,4',
		},
	});
});
