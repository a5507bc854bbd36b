import { bulk, ID, type Line, PATH, staged } from '../stage/index.ts';

const { sandbox, body, check, table } = staged('vm');

test('a bulk from input items sends all rows as one request, in order', async () => {
	const other = {
		source: '={{ $json.from }}',
		options: { sendToBlacklist: '={{ $json.all }}' },
	};
	const rows = [
		{ from: '3000', to: '۰۹۱۲ ۰۰۰ ۰۰۰۱', text: 'سلام‌علی 😀\nخط\u200f', all: true },
		{ from: 3001, to: 9120000002, text: 'b', all: false },
	];
	const { items } = await check({ other, rows }, bulk);
	expect(sandbox().requests()).toMatchObject([
		{ method: 'POST', path: PATH.sendBulk, encoding: 'json', accepted: true },
	]);
	const sent = [
		['3000', '09120000001', 'سلام‌علی 😀\nخط\u200f', 1],
		['3001', '9120000002', 'b', 0],
	].map(([source, destination, message, flag]) => ({
		source,
		destination,
		message,
		send_to_blacklist: flag,
	}));
	expect(body()).toEqual({ data: sent });
	expect(items).toEqual(
		sent.map(({ source, destination }, item) => ({
			json: {
				outcome: 'accepted',
				messageId: ID[item],
				source,
				destination,
				encoding: item === 0 ? 'UCS-2' : 'GSM-7',
				parts: 1,
				batch: 1,
			},
			pairedItem: { item },
		})),
	);
});

const flag = (all: unknown, sent: number): Line => ({
	options: { sendToBlacklist: '={{ $json.all }}' },
	rows: [{ to: '0912', text: 'x', all: all as boolean }],
	wire: [{ data: [{ send_to_blacklist: sent }] }],
});

table('Include Opted-Out Recipients', bulk, {
	'is always said': { wire: [{ data: [{ send_to_blacklist: 0 }] }] },
	'is read from an expression': [flag(true, 1), flag(1, 1), flag(false, 0), flag(0, 0)],
	'is off where that gives nothing': [flag(null, 0), flag(undefined, 0)],
	'keeps the row back where it is neither': {
		options: { sendToBlacklist: '={{ "maybe" }}' },
		error: `'Include Opted-Out Recipients' of item 0 holds "maybe", which is neither true nor false`,
	},
});
