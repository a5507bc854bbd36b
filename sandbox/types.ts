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
