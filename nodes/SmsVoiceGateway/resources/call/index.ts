import { playVoiceFile } from './playVoiceFile.operation';
import { sendCode } from './sendCode.operation';

/** Voice calls. */
export const call = [playVoiceFile, sendCode];
