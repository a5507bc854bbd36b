import type { INodeProperties } from 'n8n-workflow';

import { readOneDestination } from '../numbers/phoneNumbers';
import { InputProblem, quote, readSwitch, within } from '../values/inputProblem';
import { type Json, parseJson } from '../values/json';
import { sentAs } from './field';
import { readMessage, readSource } from './identifiers';
import { destination, message, source } from './textFields';

/** One element of the `data` of p2psendsms: a message of its own, to one number, without a schedule. */
type BulkMessage = {
	source: string;
	destination: string;
	message: string;
	/** 1 delivers to recipients who opted out of promotional texts too; where it is absent, so does the service. */
	send_to_blacklist: 0 | 1;
};

/** The wire's fields of a bulk message, with the reader of each: one mapper for rows and for JSON. */
export const BULK_READERS: {
	[Field in keyof BulkMessage]: (value: unknown) => BulkMessage[Field];
} = {
	source: readSource,
	destination: (value) => readOneDestination(value, 'a message of a bulk'),
	message: readMessage,
	send_to_blacklist: readFlag,
};

/**
 * A bulk message from an object in the wire's form. Throws InputProblem for a wrong field, one that the
 * wire does not know, and for anything that is not an object.
 */
export function readBulkMessage(value: unknown): BulkMessage {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		throw new InputProblem(`holds ${quote(value)}, which is not an object`, EXAMPLE);
	}
	const given = new Map(Object.entries(value));
	for (const name of given.keys()) {
		if (!Object.hasOwn(BULK_READERS, name)) {
			throw new InputProblem(
				`holds the field ${quote(name)}, which the service does not know`,
				meantBy(name) ?? EXAMPLE,
			);
		}
	}
	const readField = <Field extends keyof BulkMessage>(field: Field): BulkMessage[Field] =>
		within(`holds a "${field}" that`, () => BULK_READERS[field](given.get(field)));
	return {
		source: readField('source'),
		destination: readField('destination'),
		message: readField('message'),
		send_to_blacklist: readField('send_to_blacklist'),
	};
}

/**
 * The elements of a JSON array of messages, given as text or already parsed, alone or as the one member of an object, not
 * yet read. Throws InputProblem for what holds no array, and for an empty one.
 */
export function readBulkList(value: unknown): unknown[] {
	const list = arrayIn(typeof value === 'string' ? parse(value) : value);
	if (!Array.isArray(list)) {
		throw new InputProblem(`holds ${quote(list)}, which is not a JSON array`, EXAMPLE);
	}
	if (list.length === 0) throw new InputProblem('holds an empty array', EXAMPLE);
	return list;
}

/** What to do about a field that is one of the wire's, but for how its words are put together. */
function meantBy(name: string): string | undefined {
	const bare = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');
	const meant = Object.keys(BULK_READERS).find((known) => bare(known) === bare(name));
	return meant === undefined ? undefined : `Write it as "${meant}".`;
}

const EXAMPLE =
	'Give an array such as [{"source": "3000", "destination": "09120000000", "message": "Hello", "send_to_blacklist": 0}].';

/** As the service's own body has it, and as models and programs wrap a list. */
const WRAPPERS = ['messages', 'data'];

function arrayIn(value: unknown): unknown {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	const [list] = Object.values(value) as unknown[];
	return WRAPPERS.includes(Object.keys(value).join()) && Array.isArray(list) ? list : value;
}

/** What a model puts around JSON. */
const FENCE = /^```(?:json)?[^\S\n]*\n([^]*)```$/i;

function parse(text: string): Json {
	// A file begins with the mark of its byte order.
	const json = parseJson((FENCE.exec(text.trim())?.[1] ?? text).replace(/^\ufeff/, ''));
	if (json !== undefined) return json;
	throw new InputProblem(`holds ${quote(text)}, which is not valid JSON`, EXAMPLE);
}

function readFlag(value: unknown): 0 | 1 {
	return readSwitch(value) ? 1 : 0;
}

/** 'Messages From': where a bulk's messages come from. */
export const messagesFrom: INodeProperties = {
	displayName: 'Messages From',
	name: 'messagesFrom',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Input Items',
			value: 'inputItems',
			description: 'Each input item is one message; fill in its fields below',
		},
		{
			name: 'JSON',
			value: 'json',
			description: "An array of messages in the service's own form",
		},
	],
	default: 'inputItems',
	description:
		'The rows of a sheet come as input items. JSON is for messages that are in the form of the service already.',
	builderHint: {
		propertyHint:
			'Nearly always "inputItems". With "json" the array is sent once for each input item.',
	},
};

/** 'Messages': the wire's own array. */
export const bulkMessages: INodeProperties = {
	displayName: 'Messages',
	name: 'messages',
	type: 'json',
	typeOptions: { rows: 8 },
	default: '[\n  { "source": "", "destination": "", "message": "", "send_to_blacklist": 0 }\n]',
	required: true,
	description:
		'An array of objects with source, destination, message and send_to_blacklist (0, or 1 to include opted-out recipients)',
	displayOptions: { show: { messagesFrom: ['json'] } },
	routing: sentAs('data'),
};

/**
 * The fields of one row of a bulk. They are properties of their own, shown by 'Messages From': the editor keeps
 * its value under other operations, where it must not hide the same fields of theirs.
 */
export const rowFields = [
	source,
	{
		...destination,
		property: {
			...destination.property,
			description:
				"The recipient's number as your provider takes it, with or without spaces: one for each row",
		},
		read: BULK_READERS.destination,
	},
	message,
].map((field) => ({
	...field,
	property: { ...field.property, displayOptions: { show: { messagesFrom: ['inputItems'] } } },
}));
