import type { NumberFormat } from '../../numbers/formatNumber';
import { contentOf } from '../row/content';
import type { Row } from '../row/row';

/**
 * Gives a row of a campaign the key of its content as it was given; where there is a number format, a number is the
 * same in each of its writings, whichever of them it is to leave in.
 */
export function keyByCampaign(row: Row, format: NumberFormat | undefined): void {
	if (row.campaign === undefined) return;
	const content = contentOf(row, format);
	if (content === undefined) return;
	row.key = JSON.stringify(['campaign', row.campaign, ...content]);
}
