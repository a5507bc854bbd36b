import type { Account } from './account.ts';
import type { Delivery } from './delivery.ts';
import type { Fault } from './faults/faults.ts';

/** The two hosts of the service; the sandbox plays both on one port, told apart by path. */
export type Host = 'sms' | 'call';

export type Encoding = 'json' | 'multipart' | 'other';

export type Fields = Record<string, unknown>;

/** One request that reached the service paths. The password is replaced by `***` wherever it stood. */
export interface RecordedRequest {
	id: string;
	/** Arrival, ISO 8601, UTC. */
	at: string;
	method: string;
	/** Path with its query string, if any. */
	path: string;
	contentType: string;
	headers: Record<string, string>;
	encoding: Encoding;
	/** The parsed body; empty where it couldn't be parsed. */
	fields: unknown;
	/** The body as text: JSON written anew from its masked fields, a form as it came. Empty where it couldn't be parsed. */
	body: string;
	loginCorrect: boolean;
	/** The request was carried out, whatever the answer then was. */
	accepted: boolean;
	/** Kind of the fault that struck; `delay+<kind>` where both did. */
	fault?: string;
	/** Absent where the connection was dropped, and while the request is still being delayed. */
	status?: number;
	answer?: string;
}

/** One message or call that was accepted, for one destination. */
export interface RecordedMessage {
	/** Every digit, as text. */
	id: string;
	kind: 'sms' | 'voiceFile' | 'otp';
	source?: string;
	destination: string;
	message?: string;
	scheduled?: string;
	sendToBlacklist?: number;
	/** From `file_id` or `voice_id`. */
	fileId?: string;
	code?: string;
	requestId: string;
	/** Acceptance, ISO 8601, UTC. */
	at: string;
}

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
