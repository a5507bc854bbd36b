import { getCredit } from './getCredit.operation';

/** Reports about the account. */
export const report = [getCredit];
