import { STATUS, progressOf, type Delivery } from './delivery.ts';
import { partsOf } from './parts.ts';
import { PATHS } from './paths.ts';
import { Refused, fieldRefused } from './answer.ts';
import {
	manyDestinations,
	oneDestination,
	onlyKnown,
	optionalFlag,
	optionalSchedule,
	text,
} from './request/fields.ts';
import { accept, spend, type State } from './state.ts';
import type { Encoding, Fields, RecordedMessage } from './types.ts';

/** What an operation is given besides its fields. */
interface Asked {
	state: State;
	requestId: string;
	encoding: Encoding;
}

/** One operation of the interface. */
interface Endpoint {
	path: string;
	encodings: readonly Encoding[];
	/** The body fields besides username and password. */
	fields: readonly string[];
	/** Checks the fields and carries the operation out; gives the JSON text of the answer, or throws Refused. */
	run(fields: Fields, asked: Asked): string;
}

/** Ids as JSON numbers with every digit, which JSON.stringify could not write. */
const sent = (ids: string[]): string =>
	`{"meta":{"status":200,"message":"success"},"data":[${ids.join(',')}]}`;

const called = (id: string): string => JSON.stringify({ success: true, error: null, call_id: id });

function bulkItem(item: unknown, index: number, known: string[]) {
	if (typeof item !== 'object' || item === null || Array.isArray(item))
		throw fieldRefused(`data[${index}] is not an object`);
	const fields = item as Fields;
	onlyKnown(fields, ['source', 'destination', 'message', 'send_to_blacklist', ...known]);
	return {
		kind: 'sms',
		source: text(fields, 'source'),
		message: text(fields, 'message'),
		destination: oneDestination(fields),
		...optionalFlag(fields, false),
	} as const;
}

/** Many independent texts in one request: all are taken, or none. */
function sendBulk({ data }: Fields, { state, requestId }: Asked): string {
	if (!Array.isArray(data)) throw fieldRefused('field "data" must be an array');
	if (data.length === 0) throw fieldRefused('field "data" is empty');
	const known = state.account.additionalFields;
	const messages = data.map((item, index) => bulkItem(item, index, known));
	spend(
		state,
		messages.reduce((sum, { message }) => sum + partsOf(message).parts, 0),
	);
	const at = new Date().toISOString();
	return sent(messages.map((message) => accept(state, { ...message, requestId }, at)));
}

/** One text to one number or several. */
function sendText(fields: Fields, { state, requestId, encoding }: Asked): string {
	const message = text(fields, 'message');
	const common = {
		kind: 'sms',
		source: text(fields, 'source'),
		message,
		requestId,
		...optionalSchedule(fields),
		...optionalFlag(fields, encoding === 'multipart'),
	} as const;
	const destinations = manyDestinations(fields);
	spend(state, destinations.length * partsOf(message).parts);
	return sent(destinations.map((destination) => accept(state, { ...common, destination })));
}

const NOT_FOUND = -1;

const timeOf = (time: number | undefined): string =>
	time === undefined
		? '0000-00-00 00:00:00'
		: new Date(time).toISOString().slice(0, 19).replace('T', ' ');

function statusLine(id: string, message: RecordedMessage | undefined, delivery: Delivery): string {
	const progress = message && progressOf(message, delivery, Date.now());
	const status = progress === undefined ? NOT_FOUND : STATUS[progress.stage];
	return `{"MsgID":${id},"Status":${status},"SendTime":"${timeOf(progress?.sentAt)}","DeliverTime":"${timeOf(progress?.deliveredAt)}"}`;
}

/** Status of text messages by id, as far as they have come by now. One id that is none refuses all. */
function getStatus(fields: Fields, { state: { texts, delivery } }: Asked): string {
	const ids = text(fields, 'msgid').split(',');
	if (ids.some((id) => !/^(?:0|[1-9][0-9]*)$/.test(id))) throw new Refused(1003);
	const lines = ids.map((id) => statusLine(id, texts.get(id), delivery));
	// The status query was seen with `code` where the others have `status`.
	return `{"meta":{"code":200,"message":"success"},"data":[${lines.join(',')}]}`;
}

/** A call that plays a stored file: the interface names it `file_id`, today's clients `voice_id`. */
function playFile(fields: Fields, { state, requestId }: Asked): string {
	const isNew = Object.hasOwn(fields, 'voice_id');
	if (isNew && Object.hasOwn(fields, 'file_id'))
		throw fieldRefused('fields "file_id" and "voice_id" exclude each other');
	const fileId = text(fields, isNew ? 'voice_id' : 'file_id');
	const destination = oneDestination(fields);
	spend(state, 1);
	return called(accept(state, { kind: 'voiceFile', fileId, destination, requestId }));
}

/** A call that speaks a one-time code. */
function sendCode(fields: Fields, { state, requestId }: Asked): string {
	const code = text(fields, 'code');
	const destination = oneDestination(fields);
	spend(state, 1);
	return called(accept(state, { kind: 'otp', code, destination, requestId }));
}

const getCredit = (_fields: Fields, { state }: Asked): string =>
	JSON.stringify({ success: true, error: null, credit: state.account.credit });

const BOTH = ['json', 'multipart'] as const;
const JSON_ONLY = ['json'] as const;
const TEXT = ['source', 'destination', 'message', 'scheduled', 'send_to_blacklist'];
const FILE = ['file_id', 'voice_id', 'destination'];
const CODE = ['code', 'destination'];

/** The whole interface: every operation is a POST. */
export const endpoints: readonly Endpoint[] = [
	{ path: PATHS.bulk, encodings: JSON_ONLY, fields: ['data'], run: sendBulk },
	{ path: PATHS.text, encodings: BOTH, fields: TEXT, run: sendText },
	{ path: PATHS.status, encodings: BOTH, fields: ['msgid'], run: getStatus },
	{ path: PATHS.voiceFile, encodings: JSON_ONLY, fields: FILE, run: playFile },
	{ path: PATHS.code, encodings: JSON_ONLY, fields: CODE, run: sendCode },
	{ path: PATHS.credit, encodings: JSON_ONLY, fields: [], run: getCredit },
];
