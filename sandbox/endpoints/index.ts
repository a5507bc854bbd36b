import { playVoiceFile, sendCode } from './call.ts';
import { creditReport } from './credit.ts';
import { sendPeerToPeer, sendSms } from './sms.ts';
import { messageStatus } from './status.ts';
import type { Endpoint } from './types.ts';

/** The whole interface: every operation is a POST. */
export const endpoints: readonly Endpoint[] = [
	sendPeerToPeer,
	sendSms,
	messageStatus,
	playVoiceFile,
	sendCode,
	creditReport,
];
