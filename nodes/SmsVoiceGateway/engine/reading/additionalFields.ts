import type { IDataObject } from 'n8n-workflow';

import { wireName } from '../../fields/field';
import { readFieldName, readFieldValue } from '../../lib/additionalFields';
import { InputProblem } from '../../lib/inputProblem';
import type { Attempt } from '../attempt';
import type { Column, Columns } from './columns';
import { givenOption } from './given';

const SHOWN = 'Additional Fields';

/** The further fields of an item, by the wire's names; none where the option was not added. */
export function additionalColumn(attempt: Attempt, columns: Columns): Column<IDataObject> {
	const { context, inputs, operation } = attempt;
	const { field: list } = (givenOption(context, 'additionalFields') ?? {}) as { field?: unknown };
	if (list === undefined) return () => undefined;
	const { fields, optionFields = [] } = operation;
	const own = new Map(
		[...fields, ...optionFields].map((field) => [
			wireName(field) ?? '',
			field.property.displayName,
		]),
	);
	const all = [list].flat().map((_, index) => {
		const member = (name: string, usual: string) =>
			inputs.values(`options.additionalFields.field.${index}.${name}`, usual);
		return { name: member('name', ''), type: member('type', 'given'), value: member('value', '') };
	});
	return (item) =>
		columns.checked(SHOWN, () => {
			const read = new Map<string, string | number | boolean>();
			for (const { name, type, value } of all) {
				const known = readFieldName(name(item), own);
				if (read.has(known)) {
					throw new InputProblem(`has the field "${known}" twice`, 'Remove one of the two.');
				}
				read.set(known, readFieldValue(known, value(item), type(item)));
			}
			return Object.fromEntries(read);
		});
}
