// Which file takes what from which, for `tools/lint.mjs`: by dependency-cruiser, which sees types too.
const HOUSE = '^nodes/SmsVoiceGateway/';

/**
 * The rooms, from the door inwards: each takes from those behind it, types too. Those of a line are neighbours and take
 * nothing from one another. What a try has, all of its rooms know: engine/runContext.ts.
 */
const ROOMS = [
	['operations'],
	['engine'],
	['reading', 'reply'],
	['keys'],
	['row'],
	['options', 'wire'],
	['service', 'fields'],
	['time', 'text'],
	['numbers', 'host'],
	['values'],
];

const rooms = ROOMS.flatMap((level, depth) =>
	level.map((room) => {
		const before = ROOMS.slice(0, depth + 1).flat();
		const others = before.filter((other) => other !== room);
		return {
			name: `nothing-of-${room}-comes-from-further-out`,
			severity: 'error',
			from: { path: `${HOUSE}${room}/` },
			to: { path: `${HOUSE}(${others.join('|')})/`, pathNot: 'engine/runContext[.]ts$' },
		};
	}),
);

module.exports = {
	forbidden: [
		{
			name: 'no-circle',
			severity: 'error',
			from: { path: '^(nodes|credentials)/' },
			to: { circular: true },
		},
		{
			name: 'the-sandbox-would-agree-with-our-mistakes',
			severity: 'error',
			from: { path: '^sandbox/' },
			to: { path: '^nodes/' },
		},
		...rooms,
	],
	options: { tsPreCompilationDeps: true, doNotFollow: { path: 'node_modules' } },
};
