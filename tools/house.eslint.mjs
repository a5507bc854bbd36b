// What of the house's rules a linter sees, for shipped code too: the root's configuration has to be as n8n wrote it.
// `tools/lint.mjs` has ESLint take this one beside it.
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

const ENGINE = './nodes/SmsVoiceGateway/engine';

/** The rooms of the engine in the order of a run. None takes anything from one that rows have left. */
const ROOMS = ['reading', 'asking', 'checks', 'delivery', 'keys', 'finish', 'row'];
const rooms = ROOMS.slice(1).map((room, before) => ({
	target: `${ENGINE}/${room}`,
	from: ROOMS.slice(0, before + 1).map((earlier) => `${ENGINE}/${earlier}`),
	message: 'Rows have left that room.',
}));

const message = 'It would agree with our mistakes.';
const sandbox = { target: './sandbox', from: './nodes', message };

/** Words that the code had of its own, each with what it says instead. */
const GONE = `
	attempt:runContext byMembers:groupBy callerOf:scopeOf culprit:runFailure evidence:signal
	foreign:notInGsm goesOn:continueOnFail listPieces:splitList lives:scope
	members:values membersOf:valuesByName missed:lastFailure oneAtATime:inTurn
	onTheirWay:inFlight pace:rateLimiter saving:partsSaved standing:result told:asShown
	turnstile:startQueue
`;
const refusal = (selector, message) => ({ selector, message });
const words = [...GONE.matchAll(/(\w+):(\w+)/g)].map(([, word, instead]) =>
	refusal(`Identifier[name=/^${word}$/i]`, `It is called ${instead} here.`),
);

/** What asks n8n for a request, and what asks for that. */
const ASKING = 'MemberExpression[property.name=/^httpRequest|^requestWith|^requestOAuth/]';
const WIRE = refusal(ASKING, 'Nothing but wire/exchange.ts asks n8n for a request.');
const ONLY_SEND = 'Nothing reaches the wire but through engine/delivery/send.ts.';
const SEND = refusal("ImportSpecifier[imported.name='exchange']", ONLY_SEND);
/** V8 builds such an object slowly, and reads it slowly ever after. */
const PLAIN = refusal(
	':matches(ObjectExpression > SpreadElement > ObjectExpression, ArrayExpression > SpreadElement > ArrayExpression)',
	'Write one plain literal.',
);
const DELETE = refusal('UnaryExpression[operator=delete]', 'An object keeps its shape for life.');
const shipped = (files, ...refused) => ({
	files,
	rules: { 'no-restricted-syntax': ['error', ...words, PLAIN, DELETE, ...refused] },
});

export default tseslint.config(
	// Other configurations' rules are not known here, nor what is said of them.
	{ linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' } },
	{
		files: ['**/*.ts'],
		languageOptions: { parser: tseslint.parser },
		plugins: { 'import-x': importX },
		settings: {
			'import-x/parsers': { '@typescript-eslint/parser': ['.ts'] },
			'import-x/extensions': ['.ts'],
			'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts'] })],
		},
		rules: {
			'import-x/no-cycle': 'error',
			'import-x/no-restricted-paths': ['error', { zones: [...rooms, sandbox] }],
		},
	},
	shipped(['nodes/**/*.ts', 'credentials/**/*.ts'], WIRE, SEND),
	shipped(['nodes/SmsVoiceGateway/engine/delivery/send.ts'], WIRE),
	shipped(['nodes/SmsVoiceGateway/wire/exchange.ts'], SEND),
	{
		files: ['tools/{run,setup}.mjs'],
		rules: {
			'no-restricted-imports': [
				'error',
				{ patterns: [{ regex: '^(?!node:|./setup)', message: 'Nothing is installed yet.' }] },
			],
		},
	},
);
