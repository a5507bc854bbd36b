import type { IDataObject } from 'n8n-workflow';

import { emptyProblem, InputProblem, isBlank, quote, within } from '../values/inputProblem';
import { asShown } from './group';
import { type Option, words } from './option';

const values = {
	name: words('Name', 'The name of the field, exactly as your provider writes it', String, {
		placeholder: 'e.g. voice_id',
	}),
	value: words(
		'Value',
		'What is typed is text; what an expression gives keeps its type, such as {{ 0 }} a number',
		String,
		{ placeholder: 'e.g. 1234' },
	),
};

/** 'Extra Request Fields': a list, which each row reads for itself (reading/columns). */
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
	whenAbsent: undefined,
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
	if (isBlank(value)) {
		throw new InputProblem("has a field whose 'Name' is empty", 'Fill it in, or remove the field.');
	}
	const name = typeof value === 'string' ? value.trim() : value;
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

/** A further field's value, as it is given. Throws InputProblem, without the value: it may be a secret. */
export const readFieldValue = (name: string, value: unknown): string | number | boolean =>
	within(`has a field "${name}" whose 'Value'`, () => readGiven(value));

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

function readNumber(value: number): number {
	if (!Number.isFinite(value)) {
		throw new InputProblem('is not a number', 'Check what its expression calculates with.');
	}
	if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
		throw new InputProblem(
			'is a number so long that its last digits would be lost',
			'Hand it on as text instead of as a number.',
		);
	}
	return value;
}
