// What of the house's rules a linter sees, for shipped code too: the root's configuration has to be as n8n wrote it.
// `tools/lint.mjs` has ESLint take this one beside it.
import tseslint from 'typescript-eslint';

/** Words that the code had of its own, each with what it says instead. */
const GONE = `
	attempt:runContext byMembers:groupBy callerOf:scopeOf culprit:runFailure evidence:signal
	foreign:notInGsm goesOn:continueOnFail listPieces:splitList lives:scope
	missed:lastFailure oneAtATime:inTurn
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
const ONLY_SEND = 'Nothing reaches the wire but through engine/send.ts.';
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
	},
	shipped(['nodes/**/*.ts', 'credentials/**/*.ts'], WIRE, SEND),
	shipped(['nodes/SmsVoiceGateway/engine/send.ts'], WIRE),
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
