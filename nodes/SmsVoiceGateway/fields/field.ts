import type { INodeProperties } from 'n8n-workflow';

/** What the reader of a field may ask of the item that its value belongs to. */
export interface About {
	/** What the fields before it that are not sent have been read as, by their names. */
	read: Readonly<Record<string, unknown>>;
	/** The workflow's own time zone. */
	timeZone: string;
	/** Says something in the output of a row that is sent all the same. */
	warn: (words: string) => unknown;
}

/**
 * One field of a row. Its property says once how it is called and shown, and names in its routing the
 * wire's field; a field without that is checked and not sent. Its reader throws InputProblem.
 */
export interface Field {
	property: INodeProperties;
	/** Also where its value is shared by neighbouring items: then it is read once, unless it looks at `about`. */
	read: ((value: unknown) => unknown) | ((value: unknown, about: About) => unknown);
}

/** The wire's name of a field; undefined where it is not sent. */
export function wireName({ property }: Field): string | undefined {
	return property.routing?.send?.property;
}

/** A routing that sends a field's value as it is under `name`, where n8n itself reads the declaration. */
export function sentAs(name: string): NonNullable<INodeProperties['routing']> {
	return { send: { type: 'body', property: name } };
}
