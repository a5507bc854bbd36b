import type { IDataObject } from 'n8n-workflow';

import type { Option } from '../options/option';
import { OPTIONS } from '../options/options';
import type { Gaps } from '../options/text';
import { InputProblem } from '../values/inputProblem';
import { type ParameterProblem, problemOf } from '../row/result';
import type { Operation } from '../row/operation';
import { gapFinder, inWords, isNothingThere, problemOfGaps } from './gaps';
import type { Inputs } from './inputs';
import { givenOption, placeOf, readerOf } from './settings';
import { wireName } from '../fields/field';
import { readFieldName, readFieldValue } from '../options/extraRequestFields';
import { type Hours, hoursInWords, nextOpening } from '../time/clock';
import { readSchedule, wireTime } from '../time/schedule';
import type { RunContext } from '../engine/runContext';

/** What is found out about a row, or the run, while it is read. */
export interface Notes {
	problems: ParameterProblem[];
	/** Said in its output, should it be sent. */
	warnings: string[];
	/** Whether one of these is of a gap. */
	hasGap: boolean;
}

/** A parameter's checked value for an item; undefined where something is wrong with it, which the notes then say. */
export type Column<T> = (item: number, notes: Notes) => T | undefined;

/** How a parameter is read: by its shown name, its reader, which throws InputProblem, and what a gap in it means. */
interface Reader<T> {
	shown: string;
	read: (value: unknown, warn: (words: string) => unknown) => T;
	/** Whether the reader may warn: then a value that neighbouring items share is read for each of them. */
	mayWarn?: boolean | undefined;
	/** What a gap means, `allow` where it may be there. */
	gaps?: Gaps;
	/** Whether nobody reads it, as a key. */
	isKey?: boolean;
	/** What it is where the workflow has none. */
	fallback?: unknown;
}

/** Stands where nothing was read yet. */
const NOTHING = Symbol('nothing');

/**
 * A parameter over all items. A value that neighbouring items share, such as the source, is read once; a gap in one that is
 * put together makes a wrong row, or is warned of. Where none of the columns that it names is there, the row is wrong.
 */
export function column<T>(
	{ template: templateAt, jsonOf }: Inputs,
	path: string,
	{ shown, read, mayWarn = false, gaps = 'allow', isKey = false, fallback }: Reader<T>,
): Column<T> {
	const template = templateAt(path, fallback);
	const gapsIn =
		gaps === 'allow' || template.pieces.length === 0 ? undefined : gapFinder(template, isKey);
	let last: unknown = NOTHING;
	let known: T;
	const readOnce = (value: unknown, notes: Notes): T => {
		if (mayWarn || !Object.is(last, value)) {
			known = read(value, (words) => notes.warnings.push(words));
			last = value;
		}
		return known;
	};
	return (item, notes) => {
		try {
			if (gapsIn === undefined) return readOnce(template.valueFor(item), notes);
			const reading = template.readFor(item);
			const value = readOnce(reading.value, notes);
			const json = jsonOf(item);
			const found = gapsIn(reading, json);
			if (found.length === 0) return value;
			const isWrong = gaps === 'refuse' || found.some(({ isTemplate }) => isTemplate);
			if (isWrong || isNothingThere(template, found, json)) throw problemOfGaps(found, json);
			notes.warnings.push(`'${shown}' has a gap: ${inWords(found)}`);
			notes.hasGap = true;
			return value;
		} catch (error) {
			notes.problems.push(problemOf(shown, error));
			return undefined;
		}
	};
}

/** An option that a row may have of its own: what holds without it where it was not added, or the operation has none. */
export function optionColumn<T>(
	{ context, inputs, operation }: RunContext,
	place: Parameters<typeof placeOf>[0],
	option: Option<T>,
	gaps: Gaps = 'allow',
): Column<T> {
	const { path, shown } = placeOf(place, option);
	const raw = givenOption(context, path);
	const isAdded = raw !== undefined || place.length > 1;
	if (!isAdded || operation.options[place[0]] === undefined) return () => option.whenAbsent;
	const reader = readerOf(raw, option);
	const read = (value: unknown) => reader(value, '');
	const fallback = option.property.default;
	return column(inputs, `options.${path}`, { shown, read, gaps, isKey: true, fallback });
}

/** The further fields of an item, by the wire's names; none where the option was not added. */
export function additionalColumn({ context, inputs, operation }: RunContext): Column<IDataObject> {
	const list = givenOption(context, 'additionalFields.field');
	if (list === undefined) return () => undefined;
	const own = ownFields(operation);
	const all = [list].flat().map((_, index) => {
		const member = (name: string) =>
			inputs.template(`options.additionalFields.field.${index}.${name}`, '').valueFor;
		return { name: member('name'), value: member('value') };
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
	return column(inputs, `options.${path}`, { shown, read, mayWarn: true });
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
