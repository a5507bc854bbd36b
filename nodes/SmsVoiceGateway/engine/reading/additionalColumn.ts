import type { IDataObject } from 'n8n-workflow';

import { wireName } from '../../fields/field';
import { readFieldName, readFieldValue } from '../../fields/additionalFields';
import { InputProblem } from '../../values/inputProblem';
import type { AnyOption } from '../../options/options';
import type { RunContext } from '../runContext';
import type { Operation } from '../operation';
import { checked, type Column } from './columns';
import { givenOption } from './given';

/** The further fields of an item, by the wire's names; none where the option was not added. */
export function additionalColumn(runContext: RunContext): Column<IDataObject> {
	const { context, inputs, operation } = runContext;
	const { additionalFields } = operation.options;
	const { field: list } = (givenOption(context, 'additionalFields') ?? {}) as { field?: unknown };
	if (list === undefined || additionalFields === undefined) return () => undefined;
	const { displayName } = additionalFields.property;
	const own = ownFields(operation);
	const all = [list].flat().map((_, index) => {
		const member = (name: string, usual: string) =>
			inputs.values(`options.additionalFields.field.${index}.${name}`, usual);
		return { name: member('name', ''), type: member('type', 'given'), value: member('value', '') };
	});
	return (item, notes) =>
		checked(displayName, notes, () => {
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

/** What the operation sends itself: the shown name by the wire's name. */
function ownFields({ fields, options }: Operation): Map<string, string> {
	const ofOptions = Object.values<AnyOption>(options)
		.flatMap(({ property, values = {} }) => [
			property,
			...Object.values(values).map((value) => value.property),
		])
		.flatMap((property) => {
			const wire = wireName(property);
			return wire === undefined ? [] : [[wire, property.displayName] as const];
		});
	return new Map([
		...fields.map(({ wire, property }) => [wire, property.displayName] as const),
		...ofOptions,
	]);
}
