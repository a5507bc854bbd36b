import { getStatus } from './getStatus.operation';
import { send } from './send.operation';
import { sendAndWait } from './sendAndWait.operation';
import { sendBulk } from './sendBulk.operation';

/** Text messages. */
export const sms = [send, sendBulk, sendAndWait, getStatus];
