import type { IDataObject } from 'n8n-workflow';

import { emptyProblem, InputProblem, quote, within } from '../values/inputProblem';
import { asShown } from './group';
import { choice, type Option, words } from './option';

const values = {
	name: words('Name', 'The name of the field, exactly as your provider writes it', String, {
		placeholder: 'e.g. voice_id',
	}),
	type: choice('Type', 'How the value stands in JSON. In a multipart form all values are text.', {
		given: ['As Given', 'What is typed is text; what an expression gives keeps its type'],
		boolean: ['Boolean', 'Without quotes: true or false'],
		number: ['Number', 'Without quotes: 1'],
		text: ['Text', 'In quotes: "1"'],
	}),
	value: words('Value', 'Text, a number, or true or false', String, { placeholder: 'e.g. 0' }),
};

/** 'Extra Request Fields': a list, which each row reads for itself (engine/reading/optionColumns). */
export const additionalFields: Option<IDataObject | undefined> = {
	property: {
		displayName: 'Extra Request Fields',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add field',
		default: {},
		description:
			'Adds fields to the request, or to each message of a bulk, that your provider wants and this node does not have',
		builderHint: {
			propertyHint:
				'Leave it out unless the user names a field that the provider wants in addition. Never put the login here, nor a field that the node has a parameter for.',
		},
		options: [
			{
				displayName: 'Field',
				name: 'field',
				values: Object.entries<Option>(values).flatMap(([name, one]) => asShown(name, one)),
			},
		],
	},
	usual: undefined,
	read: (given) => given as IDataObject,
	byRow: true,
};

/** The login's fields, which only the credential fills. */
const LOGIN = ['username', 'password'];

/** Names that JavaScript's clients and servers drop from an object, for security. */
const DROPPED = ['__proto__', 'constructor', 'prototype'];

/**
 * The wire's name of a further field. `own` has the shown name of each field that the node sends itself, by the
 * wire's name. Throws InputProblem.
 */
export function readFieldName(value: unknown, own: ReadonlyMap<string, string>): string {
	const name = typeof value === 'string' ? value.trim() : value;
	if (name === '' || name === undefined || name === null) {
		throw new InputProblem("has a field whose 'Name' is empty", 'Fill it in, or remove the field.');
	}
	if (typeof name !== 'string' || !/^[\w.[\]-]{1,100}$/.test(name) || DROPPED.includes(name)) {
		throw new InputProblem(
			`has a field named ${quote(name)}, which is no name of a field`,
			'Write it as your provider does: letters, digits and _ . - [ ] only.',
		);
	}
	// Many servers read `password[0]` and `password.a` as parts of one field.
	const known = name.toLowerCase().replace(/[[.].*/, '');
	if (LOGIN.includes(known)) {
		throw new InputProblem(
			`has a field named ${quote(name)}, which the node fills from its credential`,
			'Remove the field, and enter the login in the credential only.',
		);
	}
	const shown = own.get(known);
	if (shown === undefined) return name;
	throw new InputProblem(
		`has a field named ${quote(name)}, which the node sends itself as '${shown}'`,
		`Remove the field, and use '${shown}' for it.`,
	);
}

/** How a value is to leave; `given`: as what it is. */
const READERS = new Map<unknown, typeof readGiven>([
	['given', readGiven],
	['text', (value) => String(readGiven(value))],
	['number', readNumber],
	['boolean', readBoolean],
]);

/** A further field's value, as `type` says. Throws InputProblem, without the value: it may be a secret. */
export function readFieldValue(name: string, value: unknown, type: unknown) {
	const read = READERS.get(type);
	const field = `has a field "${name}"`;
	if (read === undefined) {
		throw new InputProblem(
			`${field} whose 'Type' is none of its choices`,
			'Choose one of the list.',
		);
	}
	return within(`${field} whose 'Value'`, () => read(value));
}

function readGiven(value: unknown): string | number | boolean {
	if (value === undefined || value === null || value === '') throw emptyProblem();
	if (typeof value === 'boolean') return value;
	if (typeof value === 'number') return readNumber(value);
	if (typeof value !== 'string') {
		throw new InputProblem(
			'is neither text nor a number, true or false',
			'Use an expression that gives one of them.',
		);
	}
	if (value.isWellFormed()) return value;
	throw new InputProblem(
		'holds half of a character (such as an emoji)',
		'Enter the text again; if an expression cuts it, cut it elsewhere.',
	);
}

function readNumber(value: unknown): number {
	const given = typeof value === 'string' ? value.trim() : value;
	if (given === '' || given === undefined || given === null) throw emptyProblem();
	const isWritten = typeof given === 'string' && /^-?\d+(?:\.\d+)?$/.test(given);
	const number = isWritten ? Number(given) : given;
	if (typeof number !== 'number' || !Number.isFinite(number)) {
		throw new InputProblem('is not a number', 'Write digits, with a point before decimals.');
	}
	if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
		throw new InputProblem(
			'is a number so long that its last digits would be lost',
			'Hand it on as text instead of as a number.',
		);
	}
	return number;
}

function readBoolean(value: unknown): boolean {
	const given = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (given === '' || given === undefined || given === null) throw emptyProblem();
	if (given === true || given === 'true') return true;
	if (given === false || given === 'false') return false;
	throw new InputProblem('is neither true nor false', 'Write true or false.');
}
