import { readIdentifier } from '../fields/identifiers';
import { refuseRounded } from '../numbers/digits';
import { emptyProblem, InputProblem, isBlank, quote } from '../values/inputProblem';
import { type Group, group } from './group';
import { LONGEST_HOURS } from './limits';
import { choice, count, words } from './option';

/** 'Send Once': what is sent once only, over all executions. */
export const sendOnce = group(
	'Send Once',
	'Sends nothing twice: within a list, or in later executions too, if a trigger fires twice or a list is run again',
	{
		placeholder: 'Add key',
		hint: "Set it where a trigger may fire twice or the same sheet may be run again: { values: { by: 'key', key: expr('{{ $json.orderNumber }}') } } with a value of the message itself, or { values: { by: 'campaign', campaign: 'spring-sale-2027' } } with a fixed name of the mailing. Never a time, a random value or the number of the execution: with these nothing is ever recognised.",
		check: ({ by }, given) => {
			const missing = by === 'run' ? undefined : checkName(by, given);
			return missing ?? (by === 'key' ? checkKey(given) : undefined) ?? checkStore(by, given);
		},
	},
	{
		by: choice(
			'By',
			'How a message is known again',
			{
				run: [
					'Number and Text in This Run',
					'The same text to the same number, or numbers, once in this list',
				],
				campaign: [
					'Campaign',
					'The same text to the same number, or numbers, once, under the name of the mailing',
				],
				key: ['Key', 'Each value once, such as the number of an order'],
			},
			{ usual: undefined },
		),
		campaign: words(
			'Campaign',
			'A name of this mailing, the same each time that the list is run',
			readUniqueKey,
			{
				placeholder: 'e.g. Spring sale 2027',
				displayOptions: { show: { by: ['campaign'] } },
				byRow: true,
			},
		),
		hours: count(
			'Forget After (Hours)',
			'After so many hours the same may be sent again, such as an alert for an outage that comes back. 0: never.',
			{
				most: LONGEST_HOURS,
				displayOptions: { hide: { by: ['run'] } },
				advice: 'Enter hours: 24 is a day, 168 a week; 0 is for good.',
			},
		),
		key: words('Key', 'An expression for a value that each message has of its own', readUniqueKey, {
			placeholder: 'e.g. {{ $json.orderNumber }}',
			displayOptions: { show: { by: ['key'] } },
			byRow: true,
		}),
	},
);

type Given = Parameters<Group['check']>[1];
type Misfit = ReturnType<Group['check']>;

/** A key has to differ by message: one that is written out makes duplicates of all but one. */
function checkKey({ raw: { key }, items }: Given): Misfit {
	// One that is empty, or that n8n should have evaluated, is refused for what it is.
	if (isBlank(key) || /^=|\{\{/.test(String(key)) || items < 2) return undefined;
	const problem = new InputProblem(
		`is ${quote(key)} for every item`,
		'Use an expression that differs by row, such as {{ $json.orderNumber }}.',
	);
	return { value: 'key', problem };
}

/** The name of a campaign, or a key, has to be there: an expression is looked at row by row. */
function checkName(by: 'campaign' | 'key', { raw }: Given): Misfit {
	return isBlank(raw[by])
		? { value: by, problem: emptyProblem('Fill it in, or remove the option.') }
		: undefined;
}

function checkStore(by: string, { notKept }: Given): Misfit {
	const problem = notKept(by !== 'run');
	return problem && { problem };
}

/** How many keys of a node n8n keeps: as many as the rows of the largest sheet that is tested. */
export const KEYS_KEPT = 100_000;

/** Keys of a dry run that are looked up: n8n's store takes as long as for sending them, and longer for taking out again. */
export const LOOKED_UP = 5000;

/** A row's unique key as text. Throws InputProblem for one that is empty, rounded, or no text and no whole number. */
export function readUniqueKey(value: unknown): string {
	refuseRounded(value);
	return readIdentifier(value);
}
