import {
	ALL_THAT_SEND,
	bulk,
	type IDataObject,
	type Line,
	SEND,
	staged,
	TEXTS,
} from '../stage/index.ts';

const { sandbox, check, table } = staged();

const IRAN = { values: { countryCode: '98', writeAs: 'international' } };
const ROWS = ['0912 123 0001'];
const other = { source: '' };

test.each(TEXTS)(
	"Default From of the credential is the sender where a node's From is empty: %s",
	async (_, parameters) => {
		await check({ login: { defaultSource: ' 3000 ' }, other, rows: ROWS }, parameters);
		expect(sandbox().messages()).toMatchObject([{ source: '3000' }]);
	},
);

table('Default From of the credential', SEND, {
	"is none where a node's From is given": {
		login: { defaultSource: '3000' },
		other: { source: '5000' },
		wire: [{ source: '5000' }],
	},
	'nor where it is an expression that gives nothing': {
		login: { defaultSource: '3000' },
		other: { source: '={{ $json.nope }}' },
		error: "'From' of item 0 is empty",
	},
	'and does not have to be there': {
		login: { defaultSource: '' },
		other,
		error: "'From' of item 0 is empty",
	},
});

table('Number Format of the credential for', ALL_THAT_SEND, {
	'writes the numbers of a node that has none': {
		login: { numberFormat: IRAN },
		rows: ROWS,
		sent: ['989121230001'],
	},
});

table('Number Format of the credential', bulk, {
	'gives way to that of a node': {
		login: { numberFormat: IRAN },
		options: { numberFormat: { countryCode: '98', writeAs: 'zeros' } },
		rows: ROWS,
		sent: ['00989121230001'],
	},
	'is none where nothing was added': [{}, undefined, { values: undefined }].map((none): Line => ({
		login: { numberFormat: none as unknown as IDataObject },
		rows: ROWS,
		sent: ['09121230001'],
	})),
});

const wrong = (login: IDataObject, error: string): Line => ({ login, other, rows: ROWS, error });

table('what is wrong in the credential', SEND, {
	'is said before anything leaves': [
		wrong({ defaultSource: '  ' }, "'Default From' of the credential is empty"),
		wrong(
			{ defaultSource: '3000', numberFormat: { values: { countryCode: '' } } },
			"'Number Format' of the credential has a 'Country Code' which is empty…",
		),
		wrong({ defaultSource: '3000', testNumbers: '  ' }, "'Test Numbers' of the credential…"),
	],
	'is not a name with digits': { login: { defaultSource: '12x' }, other, ends: '1 accepted' },
});
