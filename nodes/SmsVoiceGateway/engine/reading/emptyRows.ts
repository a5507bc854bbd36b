import type { INodeParameters } from 'n8n-workflow';

import { isBlank } from '../../values/blank';

/** The first step of a path into the item: `$json.name`, `$json["Full name"]`, `$input.item.json.name`. */
const COLUMN =
	/(?:\$json|\$input\s*\.\s*item\s*\.\s*json)\b(?:\s*\??\.\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)|\s*(?:\?\.)?\[\s*(?:"([^"]*)"|'([^']*)')\s*\])?/gu;

/**
 * Whether an item is as good as empty: nothing stands in any column that the node's expressions name. Where one of them
 * takes the item as a whole, all its columns count. None is where the number does not come from a column: then each item
 * has one.
 */
export function emptiness(parameters: INodeParameters): (json: object) => boolean {
	if (columnsIn(parameters.destination).size === 0) return () => false;
	const columns = columnsIn(parameters);
	const named = columns.has(undefined) ? undefined : [...columns];
	return (json) =>
		(named ?? Object.keys(json)).every((name) =>
			isBlank((json as Record<string, unknown>)[name ?? '']),
		);
}

/** The columns that the expressions in a value name; undefined among them where one takes the item as a whole. */
function columnsIn(value: unknown): Set<string | undefined> {
	if (typeof value === 'string')
		return new Set(
			(value.startsWith('=') ? [...value.matchAll(COLUMN)] : []).map(
				([, name, double, single]) => name ?? double ?? single,
			),
		);
	if (typeof value !== 'object' || value === null) return new Set();
	return new Set(Object.values(value).flatMap((one) => [...columnsIn(one)]));
}
