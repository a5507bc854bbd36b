import type { IDataObject } from 'n8n-workflow';

import { wireName } from '../fields/field';
import { readFieldName, readFieldValue } from '../options/extraRequestFields';
import { OPTIONS } from '../options/options';
import { type Hours, hoursInWords, nextOpening } from '../time/clock';
import { readSchedule, wireTime } from '../time/schedule';
import { InputProblem } from '../values/inputProblem';
import type { Operation } from '../row/operation';
import { problemOf } from '../row/result';
import type { RunContext } from '../engine/runContext';
import { column, type Column, givenOption, placeOf } from './columns';

/** The further fields of an item, by the wire's names; none where the option was not added. */
export function additionalColumn({ context, inputs, operation }: RunContext): Column<IDataObject> {
	const list = givenOption(context, 'additionalFields.field');
	if (list === undefined || operation.options.additionalFields === undefined)
		return () => undefined;
	const own = ownFields(operation);
	const all = [list].flat().map((_, index) => {
		const member = (name: string, usual: string) =>
			inputs.template(`options.additionalFields.field.${index}.${name}`, usual).valueFor;
		return { name: member('name', ''), value: member('value', '') };
	});
	return (item, notes) => {
		const read = new Map<string, string | number | boolean>();
		try {
			for (const { name, value } of all) {
				const known = readFieldName(name(item), own);
				if (read.has(known))
					throw new InputProblem(`has the field "${known}" twice`, 'Remove one of the two.');
				read.set(known, readFieldValue(known, value(item)));
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

/**
 * When the service is to send each row, as the wire has it: at the user's time, and within the hours of the run, of which
 * its notes then speak; undefined where it is to be sent at once.
 */
export function scheduleColumn({
	context,
	inputs,
	operation,
	settings,
}: RunContext): Column<string> {
	const { time } = operation.options;
	const { hours, timeZone } = settings;
	if (time === undefined || !('values' in time) || !('scheduled' in time.values))
		return () => undefined;
	const { scheduled } = OPTIONS.time.values;
	const { path, shown } = placeOf(['time', 'scheduled'], scheduled);
	if (!givenOption(context, path))
		return (_, notes) => within(hours, Date.now(), (words) => notes.warnings.push(words));
	const read = (value: unknown, warn: (words: string) => unknown): string => {
		const { wire, instant } = readSchedule(value, timeZone);
		const later = within(hours, instant, warn);
		if (later === undefined && instant < Date.now())
			warn(`${wire} is in the past: the service's behaviour for this is not documented`);
		return later ?? wire;
	};
	const template = inputs.template(`options.${path}`);
	return column(template, inputs.jsonOf, { shown, read, mayWarn: true });
}

/** The next beginning of the hours, as the wire has it, where an instant (epoch ms) is outside of them. */
function within(
	hours: Hours | undefined,
	instant: number,
	warn: (words: string) => unknown,
): string | undefined {
	const opening = hours && nextOpening(instant, hours);
	if (hours === undefined || opening === undefined) return undefined;
	const wire = wireTime(opening, hours.timeZone);
	warn(`Scheduled for ${wire}, as 'Time' allows ${hoursInWords(hours)}`);
	return wire;
}
