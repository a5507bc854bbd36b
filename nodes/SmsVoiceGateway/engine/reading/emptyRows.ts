import type { INodeParameters } from 'n8n-workflow';

import { isBlank } from '../../values/blank';
import type { Inputs } from './inputs';

/** The first step of a path into the item: `$json.name`, `$json["Full name"]`, `$input.item.json.name`. */
const COLUMN =
	/(?:\$json|\$input\s*\.\s*item\s*\.\s*json)\b(?:\s*\??\.\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)|\s*(?:\?\.)?\[\s*(?:"([^"]*)"|'([^']*)')\s*\])?/gu;

/**
 * Whether an item is as good as empty: it has no number, and nothing stands in any column that the node's expressions name.
 * Where one of them takes the item as a whole, all its columns count.
 */
export function emptiness({ values, jsonOf }: Inputs, parameters: INodeParameters) {
	const columns = columnsIn(parameters);
	const named = columns.has(undefined) ? undefined : [...columns];
	const numberOf = values('destination');
	return (item: number): boolean => {
		const json = jsonOf(item) as Record<string, unknown>;
		const isRead = (named ?? Object.keys(json)).some((name) => !isBlank(json[name ?? '']));
		return !isRead && isBlank(given(() => numberOf(item)));
	};
}

/** What an expression gives; where it fails, something that a person has to look at. */
function given(value: () => unknown): unknown {
	try {
		return value();
	} catch (error) {
		return error;
	}
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
