import type { NumberFormat } from '../../numbers/formatNumber';
import type { Operation } from '../operation';
import { contentOf } from '../row/content';
import type { Row } from '../row/row';

/**
 * Gives a row of a campaign the key of its content as it was given; where there is a number format, a number is the
 * same in each of its writings, whichever of them it is to leave in.
 */
export const keyByCampaign =
	(operation: Operation, format: NumberFormat | undefined) =>
	(row: Row): Row => {
		if (row.campaign === undefined) return row;
		const content = contentOf(row, operation, format);
		return { ...row, key: JSON.stringify(['campaign', row.campaign, ...content]) };
	};
