import type { RecordedMessage, RecordedRequest } from '../types.ts';

type Meant = Omit<RecordedMessage, 'id' | 'at' | 'requestId'>;

/** Far more than anybody looks at; a body of commas alone must not fill the memory. */
const MAX_ITEMS = 100_000;
/** Longer than any number; a refused one may be anything. */
const MAX_DESTINATION = 40;

const KINDS: Record<string, RecordedMessage['kind']> = {
	'/webservice/v2rest/p2psendsms': 'sms',
	'/webservice/v2rest/sendsms': 'sms',
	'/v1/call/voice-file': 'voiceFile',
	'/v1/call/otp': 'otp',
};

const NAMES = {
	source: 'source',
	message: 'message',
	scheduled: 'scheduled',
	file_id: 'fileId',
	code: 'code',
};

function meantBy(fields: unknown, kind: RecordedMessage['kind']): Meant[] {
	if (typeof fields !== 'object' || fields === null) return [];
	const given = fields as Record<string, unknown>;
	const common: Omit<Meant, 'destination'> = { kind };
	for (const [wire, name] of Object.entries(NAMES)) {
		const value = given[wire];
		if (typeof value === 'string') common[name as 'source'] = value;
	}
	const { destination } = given;
	if (typeof destination !== 'string') return [];
	return destination
		.split(',', MAX_ITEMS)
		.map((number) => number.trim().slice(0, MAX_DESTINATION))
		.filter((number) => number !== '')
		.map((number) => ({ ...common, destination: number }));
}

/** What a request that was not carried out was meant to send, as far as it can be read: right or wrong. */
export function meantMessages({ id, at, path, fields }: RecordedRequest): RecordedMessage[] {
	const kind = KINDS[path.split('?', 1)[0] ?? ''];
	if (kind === undefined || typeof fields !== 'object' || fields === null) return [];
	const { data } = fields as { data?: unknown };
	const rows = Array.isArray(data) ? (data as unknown[]).slice(0, MAX_ITEMS) : [];
	return [fields, ...rows]
		.flatMap((row) => meantBy(row, kind))
		.slice(0, MAX_ITEMS)
		.map((meant, index) => ({ ...meant, id: `${id}/${index + 1}`, requestId: id, at }));
}
