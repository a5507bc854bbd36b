import type { IDataObject } from 'n8n-workflow';

import { readFieldName, readFieldValue } from '../../fields/additionalFields';
import { wireName } from '../../fields/field';
import { OPTIONS } from '../../options/options';
import { InputProblem } from '../../values/inputProblem';
import type { Operation } from '../operation';
import { problemOf } from '../row/problem';
import type { RunContext } from '../runContext';
import { givenOption, type Column } from './columns';

/** The further fields of an item, by the wire's names; none where the option was not added. */
export function additionalColumn({ context, inputs, operation }: RunContext): Column<IDataObject> {
	const list = givenOption(context, 'additionalFields.field');
	if (list === undefined || operation.options.additionalFields === undefined)
		return () => undefined;
	const own = ownFields(operation);
	const all = [list].flat().map((_, index) => {
		const member = (name: string, usual: string) =>
			inputs.values(`options.additionalFields.field.${index}.${name}`, usual);
		return { name: member('name', ''), type: member('type', 'given'), value: member('value', '') };
	});
	return (item, notes) => {
		const read = new Map<string, string | number | boolean>();
		try {
			for (const { name, type, value } of all) {
				const known = readFieldName(name(item), own);
				if (read.has(known))
					throw new InputProblem(`has the field "${known}" twice`, 'Remove one of the two.');
				read.set(known, readFieldValue(known, value(item), type(item)));
			}
		} catch (error) {
			notes.problems.push(problemOf(OPTIONS.additionalFields.property.displayName, error));
		}
		return Object.fromEntries(read);
	};
}

/** What the operation sends itself: the shown name by the wire's name. */
function ownFields({ fields, options }: Operation): Map<string, string> {
	const own = new Map(fields.map(({ wire, property }) => [wire, property.displayName]));
	for (const option of Object.values(options))
		for (const { property } of [option, ...Object.values('values' in option ? option.values : {})])
			own.set(wireName(property) ?? '', property.displayName);
	return own;
}
