import { InvalidSetting } from './faults/validate.ts';
import type { Account } from './types.ts';

/** A checked copy of settings for the account; throws InvalidSetting, which never quotes a value. */
export function validAccount(value: unknown): Partial<Account> {
	if (typeof value !== 'object' || value === null || Array.isArray(value))
		throw new InvalidSetting('account must be an object');
	const { credit, username, password, ...rest } = value as Record<string, unknown>;
	const unknown = Object.keys(rest)[0];
	if (unknown !== undefined) throw new InvalidSetting(`account.${unknown} is not known`);
	const settings: Partial<Account> = {};
	if (credit !== undefined) {
		if (typeof credit !== 'number' || !Number.isFinite(credit) || credit < 0)
			throw new InvalidSetting('account.credit must be a number from 0');
		settings.credit = credit;
	}
	for (const [key, text] of Object.entries({ username, password })) {
		if (text === undefined) continue;
		if (typeof text !== 'string' || text === '' || /\p{Surrogate}/u.test(text))
			throw new InvalidSetting(`account.${key} must be text that is not empty`);
		settings[key as 'username' | 'password'] = text;
	}
	return settings;
}
