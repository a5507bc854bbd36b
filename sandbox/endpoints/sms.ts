import { partsOf } from '../parts.ts';
import { fieldRefused } from '../refused.ts';
import { manyDestinations, oneDestination } from '../request/destinations.ts';
import { onlyKnown, optionalInteger, optionalSchedule, text } from '../request/fields.ts';
import { accept, spend } from '../state.ts';
import type { Account, Fields } from '../types.ts';
import type { Endpoint } from './types.ts';

/** Ids as JSON numbers with every digit, which JSON.stringify could not write. */
const success = (ids: string[]): string =>
	`{"meta":{"status":200,"message":"success"},"data":[${ids.join(',')}]}`;

/** One text to one number or several. */
export const sendSms: Endpoint = {
	path: '/webservice/v2rest/sendsms',
	encodings: ['json', 'multipart'],
	fields: ['source', 'destination', 'message', 'scheduled', 'send_to_blacklist'],
	run(fields, state, requestId) {
		const source = text(fields, 'source');
		const message = text(fields, 'message');
		const scheduled = optionalSchedule(fields);
		// In a multipart form every value is text.
		const { send_to_blacklist: flag } = fields;
		const given = flag === '0' || flag === '1' ? { send_to_blacklist: Number(flag) } : fields;
		const sendToBlacklist = optionalInteger(given, 'send_to_blacklist');
		const destinations = manyDestinations(fields, state.account);
		spend(state, destinations.length * partsOf(message).parts);
		const common = {
			kind: 'sms',
			source,
			message,
			requestId,
			...(scheduled !== undefined && { scheduled }),
			...(sendToBlacklist !== undefined && { sendToBlacklist }),
		} as const;
		return success(destinations.map((destination) => accept(state, { ...common, destination })));
	},
};

function readItem(item: unknown, index: number, account: Account) {
	if (typeof item !== 'object' || item === null || Array.isArray(item))
		throw fieldRefused(`data[${index}] is not an object`);
	const fields = item as Fields;
	onlyKnown(fields, [
		'source',
		'destination',
		'message',
		'send_to_blacklist',
		...account.additionalFields,
	]);
	const sendToBlacklist = optionalInteger(fields, 'send_to_blacklist');
	return {
		kind: 'sms',
		source: text(fields, 'source'),
		message: text(fields, 'message'),
		destination: oneDestination(fields, account),
		...(sendToBlacklist !== undefined && { sendToBlacklist }),
	} as const;
}

/** Many independent texts in one request: all are taken, or none. */
export const sendPeerToPeer: Endpoint = {
	path: '/webservice/v2rest/p2psendsms',
	encodings: ['json'],
	fields: ['data'],
	run(fields, state, requestId) {
		const { data } = fields;
		if (!Array.isArray(data)) throw fieldRefused('field "data" must be an array');
		if (data.length === 0) throw fieldRefused('field "data" is empty');
		const messages = data.map((item, index) => readItem(item, index, state.account));
		spend(
			state,
			messages.reduce((sum, { message }) => sum + partsOf(message).parts, 0),
		);
		const at = new Date().toISOString();
		return success(messages.map((message) => accept(state, { ...message, requestId }, at)));
	},
};
