import { isWhole } from '../row/row';
import type { Row } from '../row/row';

/**
 * Gives a row of a campaign the key of its message: what goes to whom, whenever, from which sender and in
 * whatever request. A row that is wrong has none.
 */
export function keyByCampaign(row: Row): void {
	if (row.campaign === undefined || !isWhole(row)) return;
	const { destination, message, file_id: file, code } = row.fields as Record<string, unknown>;
	const numbers = Array.isArray(destination) ? [...destination].sort() : [destination];
	row.key = JSON.stringify(['campaign', row.campaign, numbers, { message, file, code }]);
}
