import { readIdentifier } from '../fields/field';
import { sameName } from '../text/wording';
import { emptyProblem, InputProblem, isBlank, quote } from '../values/inputProblem';
import { type Group, group } from './group';
import { LONGEST_HOURS } from './limits';
import { choice, count, words } from './option';

/** The choices of *By* that a campaign's name goes with. */
const CAMPAIGNED = { by: ['text', 'number'] };

/** 'Send Once': what is sent once only, in an execution or over all. */
export const sendOnce = group(
	'Send Once',
	'Sends nothing twice: within this run, or in all executions. Each call of a webhook is a run of its own.',
	{
		placeholder: 'Add key',
		hint: "Set it where a trigger may fire twice or the same sheet may be run again: { values: { by: 'key', key: expr('{{ $json.orderNumber }}') } } with a value of the message itself, or { values: { by: 'text', campaign: 'spring-sale-2027' } } with a fixed name of the mailing. Never a time, a random value or the number of the execution: with these nothing is ever recognised.",
		check: ({ by }, given) => {
			if (by === 'key') return checkKey(given) ?? checkStore(true, given);
			return checkStore(!isBlank(given.raw.campaign), given);
		},
	},
	{
		by: choice(
			'By',
			'How a message is known again',
			{
				text: ['Number and Text', 'The same text once to the same number, or numbers'],
				number: ['Number, Whatever the Text', 'One message to each number, or numbers'],
				key: ['Key', 'Each value once, such as the number of an order'],
			},
			{ whenAbsent: undefined },
		),
		campaign: words(
			'Campaign',
			'A name of this mailing, under which it holds in all executions. Empty: within this run only.',
			(value) => sameName(readIdentifier(value)),
			{
				placeholder: 'e.g. Spring sale 2027',
				displayOptions: { show: CAMPAIGNED },
				byRow: true,
			},
		),
		key: words('Key', 'An expression for a value that each message has of its own', readUniqueKey, {
			placeholder: 'e.g. {{ $json.orderNumber }}',
			displayOptions: { show: { by: ['key'] } },
			byRow: true,
		}),
		hours: count(
			'Forget After (Hours)',
			'After so many hours, up to twice as many, the same may be sent again, such as a reminder each month. 0: never.',
			{
				most: LONGEST_HOURS,
				displayOptions: { show: { by: ['key'] } },
				alsoShown: { show: CAMPAIGNED, hide: { campaign: [''] } },
				advice: 'Enter hours: 24 is a day, 168 a week; 0 is for good.',
			},
		),
	},
);

type Given = Parameters<Group['check']>[1];
type Misfit = ReturnType<Group['check']>;

/** A key has to differ by message: one that is written out makes duplicates of all but one. */
function checkKey({ raw: { key }, items }: Given): Misfit {
	if (isBlank(key))
		return { value: 'key', problem: emptyProblem('Fill it in, or remove the option.') };
	// One that n8n should have evaluated is refused for what it is.
	if (/^=|\{\{/.test(String(key)) || items < 2) return undefined;
	const problem = new InputProblem(
		`is ${quote(key)} for every item`,
		'Use an expression that differs by row, such as {{ $json.orderNumber }}.',
	);
	return { value: 'key', problem };
}

function checkStore(inStore: boolean, { notKept }: Given): Misfit {
	const problem = notKept(inStore);
	return problem && { problem };
}

/** How many keys of a node n8n keeps: as many as the rows of the largest sheet that is tested. */
export const KEYS_KEPT = 100_000;

/** As a spreadsheet shows a long number ("9.89121E+11"): others look the same. */
const SHORTENED = /^\d[.,\u066b]\d+e\+\d+$/i;

/** A row's unique key as text. Throws InputProblem for one that is empty, has lost digits, or is no text and no whole number. */
export function readUniqueKey(value: unknown): string {
	const key = readIdentifier(value);
	if (!SHORTENED.test(key)) return key;
	throw new InputProblem(
		`holds ${quote(value)}, a number of which a spreadsheet has dropped digits`,
		'Format the column as text, enter the values again and hand them on as text.',
	);
}
