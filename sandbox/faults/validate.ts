import { endpoints } from '../endpoints/index.ts';
import { FAMILY_NAMES } from './family.ts';
import type { Fault, FaultKind } from './types.ts';

/** What is wrong with a setting, as a sentence that names the place. */
export class InvalidSetting extends Error {}

/** A check: what the value must be, and whether it is. */
type Check = [must: string, holds: (value: unknown) => boolean];
type Shape = Record<string, Check | { optional: Check }>;

const MAX_FAULTS = 100;
/** A minute: longer than any client should wait. */
const MAX_DELAY_MS = 60_000;
const DAY_IN_SECONDS = 86_400;
const MAX_BODY = 1024 * 1024;

const paths = endpoints.map(({ path }) => path);
const isText = (value: unknown): value is string => typeof value === 'string';

const number = (from: number, to: number): Check => [
	`must be a number from ${from} to ${to}`,
	(value) => typeof value === 'number' && value >= from && value <= to,
];
const integer = (from: number, to: number): Check => [
	`must be an integer from ${from} to ${to}`,
	(value) => Number.isInteger(value) && number(from, to)[1](value),
];
const oneOf = (...values: unknown[]): Check => [
	`must be one of ${values.join(', ')}`,
	(value) => values.includes(value),
];
const flag: Check = ['must be true or false', (value) => typeof value === 'boolean'];
const filled: Check = ['must be text that is not empty', (value) => isText(value) && value !== ''];
const body: Check = [
	`must be text of at most ${MAX_BODY} characters`,
	(value) => isText(value) && value.length <= MAX_BODY,
];
const header: Check = [
	'must be printable ASCII text',
	(value) => isText(value) && /^[\x20-\x7e]+$/.test(value),
];

const status = integer(200, 599);
const retryAfter = { optional: integer(0, DAY_IN_SECONDS) };
const accept = { optional: flag };
const contentType = { optional: header };

const SHAPES: Record<FaultKind, Shape> = {
	status: { status, body: { optional: body }, contentType, retryAfter, accept },
	refuse: { code: integer(0, 99_999), message: filled, status: { optional: status } },
	delay: { ms: integer(0, MAX_DELAY_MS) },
	drop: { when: oneOf('before', 'after') },
	truncate: {},
	html: { status: { optional: status }, accept },
	redirect: { status: oneOf(301, 302, 303, 307, 308), location: header },
	unauthorized: {},
	tooManyRequests: { retryAfter },
	raw: { body, contentType, accept },
	family: { family: oneOf(...FAMILY_NAMES), refuse: { optional: flag } },
};

const MATCH: Shape = {
	host: { optional: oneOf('sms', 'call') },
	path: { optional: oneOf(...paths) },
	destination: { optional: filled },
	probability: { optional: number(0, 1) },
};

function object(value: unknown, place: string): Record<string, unknown> {
	if (typeof value === 'object' && value !== null && !Array.isArray(value))
		return value as Record<string, unknown>;
	throw new InvalidSetting(`${place} must be an object`);
}

function checkShape(value: Record<string, unknown>, shape: Shape, place: string): void {
	const unknown = Object.keys(value).find((key) => !Object.hasOwn(shape, key));
	if (unknown !== undefined) throw new InvalidSetting(`${place}.${unknown} is not known`);
	for (const [key, rule] of Object.entries(shape)) {
		const [must, holds] = 'optional' in rule ? rule.optional : rule;
		if (value[key] === undefined && 'optional' in rule) continue;
		if (!holds(value[key])) throw new InvalidSetting(`${place}.${key} ${must}`);
	}
}

function checkFault(value: unknown, place: string): void {
	const { match, times, fault, ...rest } = object(value, place);
	checkShape(rest, {}, place);
	checkShape({ times }, { times: { optional: integer(0, Number.MAX_SAFE_INTEGER) } }, place);
	if (match !== undefined) checkShape(object(match, `${place}.match`), MATCH, `${place}.match`);
	const { kind, ...settings } = object(fault, `${place}.fault`);
	checkShape({ kind }, { kind: oneOf(...Object.keys(SHAPES)) }, `${place}.fault`);
	checkShape(settings, SHAPES[kind as FaultKind], `${place}.fault`);
}

/** A copy of `value` as faults; throws InvalidSetting with the first thing that is wrong. */
export function validFaults(value: unknown): Fault[] {
	if (!Array.isArray(value)) throw new InvalidSetting('faults must be an array');
	if (value.length > MAX_FAULTS) throw new InvalidSetting(`faults must be at most ${MAX_FAULTS}`);
	value.forEach((fault, index) => checkFault(fault, `faults[${index}]`));
	return structuredClone(value) as Fault[];
}
