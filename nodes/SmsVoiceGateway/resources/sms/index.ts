import { getStatus } from './getStatus.operation';
import { send } from './send.operation';
import { sendBulk } from './sendBulk.operation';

/** Text messages. */
export const sms = [send, sendBulk, getStatus];
