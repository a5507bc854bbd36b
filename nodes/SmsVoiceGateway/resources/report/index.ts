import { operationsOf } from '../selector';
import { getCredit } from './getCredit.operation';

/** Reports about the account. */
export const report = operationsOf('report', [getCredit]);
