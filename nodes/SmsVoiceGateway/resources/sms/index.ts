import { gather } from '../../bulk/gather';
import { notAsTool } from '../notOffered';
import { getStatus } from './getStatus.operation';
import { send } from './send.operation';
import { sendBulk } from './sendBulk.operation';

/** Text messages. */
export const sms = [send, sendBulk, getStatus];

/** What n8n runs once over all items, in the place of an operation's routing. */
export const smsOverAllItems = { sendBulk: notAsTool(gather(sendBulk.operation)) };
