import { InvalidSetting } from './faults/validate.ts';
import type { Account } from './types.ts';

/** How long each list of an account may be. */
const MOST = 20;

/** A checked copy of a list of texts. */
function listOf(value: unknown, name: string, what: string, form: RegExp): string[] {
	const isOne = (one: unknown): one is string => typeof one === 'string' && form.test(one);
	if (!Array.isArray(value) || value.length > MOST || !value.every(isOne))
		throw new InvalidSetting(`account.${name} must be a list of at most ${MOST} ${what}`);
	return [...value];
}

const validNames = (value: unknown): string[] =>
	listOf(value, 'additionalFields', 'names of up to 100 characters', /^.{1,100}$/);

const validPrefixes = (value: unknown): string[] =>
	listOf(
		value,
		'refusedPrefixes',
		'beginnings of numbers, such as + or +98',
		/^(?:\+\d{0,15}|\d{1,15})$/,
	);

/** A checked copy of settings for the account; throws InvalidSetting, which never quotes a value. */
export function validAccount(value: unknown): Partial<Account> {
	if (typeof value !== 'object' || value === null || Array.isArray(value))
		throw new InvalidSetting('account must be an object');
	const { credit, username, password, additionalFields, refusedPrefixes, ...rest } =
		value as Record<string, unknown>;
	const unknown = Object.keys(rest)[0];
	if (unknown !== undefined) throw new InvalidSetting(`account.${unknown} is not known`);
	const settings: Partial<Account> = {};
	if (credit !== undefined) {
		if (typeof credit !== 'number' || !Number.isFinite(credit) || credit < 0)
			throw new InvalidSetting('account.credit must be a number from 0');
		settings.credit = credit;
	}
	if (additionalFields !== undefined) settings.additionalFields = validNames(additionalFields);
	if (refusedPrefixes !== undefined) settings.refusedPrefixes = validPrefixes(refusedPrefixes);
	for (const [key, text] of Object.entries({ username, password })) {
		if (text === undefined) continue;
		if (typeof text !== 'string' || text === '' || /\p{Surrogate}/u.test(text))
			throw new InvalidSetting(`account.${key} must be text that is not empty`);
		settings[key as 'username' | 'password'] = text;
	}
	return settings;
}
