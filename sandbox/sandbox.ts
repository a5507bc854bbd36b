import type { Account } from './account.ts';
import type { Delivery } from './delivery.ts';
import type { Fault } from './faults/faults.ts';
import type { RecordedMessage, RecordedRequest } from './types.ts';

/** How an account starts: each part of a text to each destination costs 1, and each call. */
export interface SandboxOptions extends Partial<Account> {
	/** 0, the default, takes a free port. */
	port?: number;
	/** How texts get delivered; everything is delivered at once unless said otherwise. */
	delivery?: Partial<Delivery>;
	/** Makes `probability` in faults repeatable. */
	seed?: number;
}

/** A running stand-in for the service. Lists are copies: changing them changes nothing here. */
export interface Sandbox {
	/** `http://127.0.0.1:PORT`, serving as both base addresses; opened in a browser, it is the inbox. */
	readonly url: string;
	readonly username: string;
	readonly password: string;
	/** Every request that reached the service paths, in order of arrival, with what was answered. */
	requests(): RecordedRequest[];
	/** What was accepted, one per destination, in order. */
	messages(): RecordedMessage[];
	/** Forgets everything and brings the account and the delivery back to how they started. */
	reset(): void;
	/** Replaces the faults; throws InvalidSetting with what is wrong and then changes nothing. */
	setFaults(faults: Fault[]): void;
	/** The faults, with how often each may still strike. */
	faults(): Fault[];
	/** Changes part of the account; throws InvalidSetting. */
	setAccount(part: Partial<Account>): void;
	/** Changes part of how texts get delivered; throws InvalidSetting. Holds for texts accepted before, too. */
	setDelivery(part: Partial<Delivery>): void;
	delivery(): Delivery;
	/** Stops at once, cutting off requests under way. */
	close(): Promise<void>;
}
