import { checked, filled, listOf, number, partOf } from './settings.ts';

export interface Account {
	username: string;
	password: string;
	credit: number;
	/** Fields that are taken in every request and in each message of a bulk, beyond what the interface knows. */
	additionalFields: string[];
}

export const ACCOUNT: Account = {
	username: 'demo',
	password: 'demo-password',
	credit: 1000,
	additionalFields: [],
};

const SHAPE = partOf({
	username: filled,
	password: filled,
	credit: number(0, Number.MAX_VALUE),
	additionalFields: listOf(20, 'names of up to 100 characters', /^.{1,100}$/),
});

/** A checked copy of settings for the account; throws InvalidSetting. */
export const validAccount = (value: unknown): Partial<Account> =>
	structuredClone(checked(value, SHAPE, 'account'));
