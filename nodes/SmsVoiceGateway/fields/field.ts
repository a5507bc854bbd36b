import type { INodeProperties } from 'n8n-workflow';

/** Says something in the output of a row that is sent all the same. */
export type Warn = (words: string) => unknown;

/**
 * One field of a row. Its property says once how it is called and shown, and names in its routing the
 * wire's field. Its reader throws InputProblem.
 */
export interface Field {
	property: INodeProperties;
	/** Also where its value is shared by neighbouring items: then it is read once, unless it may warn. */
	read: ((value: unknown) => unknown) | ((value: unknown, warn: Warn) => unknown);
	/** What it means if an expression within its value gives nothing: a wrong row, or what 'Text → Gaps' says. */
	gaps?: 'refuse' | 'asChosen';
}

/** The wire's name of what a property holds; undefined where it is not sent. */
export function wireName({ property }: Pick<Field, 'property'>): string | undefined {
	return property.routing?.send?.property;
}

/** A routing that sends a field's value as it is under `name`, where n8n itself reads the declaration. */
export function sentAs(name: string): NonNullable<INodeProperties['routing']> {
	return { send: { type: 'body', property: name } };
}
