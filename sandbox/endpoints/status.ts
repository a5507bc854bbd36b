import { fieldRefused } from '../refused.ts';
import { text } from '../request/fields.ts';
import type { RecordedMessage } from '../types.ts';
import type { Endpoint } from './types.ts';

const DELIVERED = 6;
const NO_SUCH_MESSAGE = 11;
const NEVER = '0000-00-00 00:00:00';

const seconds = (iso: string): string => iso.slice(0, 19).replace('T', ' ');

function line(id: string, message: RecordedMessage | undefined): string {
	const number = /^(?:0|[1-9][0-9]*)$/.test(id) ? id : JSON.stringify(id);
	const time = message === undefined ? NEVER : seconds(message.at);
	const status = message === undefined ? NO_SUCH_MESSAGE : DELIVERED;
	return `{"MsgID":${number},"Status":${status},"SendTime":"${time}","DeliverTime":"${time}"}`;
}

/** Status of text messages by id. Nothing is delivered here: every accepted message counts as delivered at once. */
export const messageStatus: Endpoint = {
	path: '/webservice/v2rest/msgstatus',
	encodings: ['json', 'multipart'],
	fields: ['msgid'],
	run(fields, state) {
		const ids = text(fields, 'msgid').split(',');
		if (ids.some((id) => id.trim() === '' || id.trim() !== id))
			throw fieldRefused('field "msgid" is not a list of identifiers separated by a comma');
		const lines = ids.map((id) => line(id, state.texts.get(id)));
		// The status query was seen with `code` where the others have `status`.
		return `{"meta":{"code":200,"message":"success"},"data":[${lines.join(',')}]}`;
	},
};
