import { postedOf } from '../delivery/posted.ts';
import type { Stage } from '../delivery/progress.ts';
import { stageOf, timesOf } from '../delivery/progress.ts';
import type { Delivery } from '../delivery/settings.ts';
import { fieldRefused } from '../refused.ts';
import { text } from '../request/fields.ts';
import type { RecordedMessage } from '../types.ts';
import type { Endpoint } from './types.ts';

/** What the service has been seen to answer for each stage. */
const CODES: Record<Stage, number> = { scheduled: 1, queued: 1, sent: 2, delivered: 6, failed: 5 };
const NO_SUCH_MESSAGE = -1;
const NEVER = '0000-00-00 00:00:00';

const seconds = (time: number): string =>
	new Date(time).toISOString().slice(0, 19).replace('T', ' ');

interface Progress {
	status: number;
	sent: string;
	delivered: string;
}

function progressOf(message: RecordedMessage, delivery: Delivery, now: number): Progress {
	const posted = postedOf(message, delivery);
	const stage = stageOf(posted, delivery, now);
	const { sent, ends } = timesOf(posted, delivery);
	return {
		status: CODES[stage],
		sent: now < sent ? NEVER : seconds(sent),
		delivered: stage === 'delivered' ? seconds(ends) : NEVER,
	};
}

function line(id: string, progress: Progress | undefined): string {
	const number = /^(?:0|[1-9][0-9]*)$/.test(id) ? id : JSON.stringify(id);
	const { status, sent, delivered } = progress ?? {
		status: NO_SUCH_MESSAGE,
		sent: NEVER,
		delivered: NEVER,
	};
	return `{"MsgID":${number},"Status":${status},"SendTime":"${sent}","DeliverTime":"${delivered}"}`;
}

/** Status of text messages by id, as far as they have come by now. */
export const messageStatus: Endpoint = {
	path: '/webservice/v2rest/msgstatus',
	encodings: ['json', 'multipart'],
	fields: ['msgid'],
	run(fields, { texts, delivery }) {
		const ids = text(fields, 'msgid').split(',');
		if (ids.some((id) => id.trim() === '' || id.trim() !== id))
			throw fieldRefused('field "msgid" is not a list of identifiers separated by a comma');
		const now = Date.now();
		const lines = ids.map((id) => {
			const message = texts.get(id);
			return line(id, message && progressOf(message, delivery, now));
		});
		// The status query was seen with `code` where the others have `status`.
		return `{"meta":{"code":200,"message":"success"},"data":[${lines.join(',')}]}`;
	},
};
