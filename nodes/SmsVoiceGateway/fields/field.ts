import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

/** One field of a row: how it is shown, the wire's name of it, and how its value is read. */
export interface Field<N extends string = string, T = unknown> {
	property: INodeProperties;
	wire: N;
	/**
	 * Throws InputProblem; gives undefined for what is not sent. A value that neighbouring items share is read once, unless it
	 * may warn: say something in the output of a row that is sent all the same.
	 */
	read: (value: unknown, warn: (words: string) => unknown) => T;
	mayWarn?: true;
	/** What it means if an expression within its value gives nothing: a wrong row, or what 'Text → Gaps' says. Without it nothing is looked for. */
	gaps?: 'refuse' | 'asChosen';
}

/** What fields are read as, by the wire's names. */
export type FieldsOf<L extends readonly Field[]> = {
	[F in L[number] as F['wire']]: ReturnType<F['read']>;
};

/** How a field is shown: a text, and `hint` is what n8n's AI workflow builder is told of it. */
type Shown = Omit<INodeProperties, 'type' | 'default'> & { default?: string; hint: string };

/** A field whose value n8n's own routing, too, would send under its wire's name. */
export function defineField<N extends string, T>(
	wire: N,
	{ hint, ...shown }: Shown,
	reader: Omit<Field<N, T>, 'property' | 'wire'>,
): Field<N, T> {
	const property: INodeProperties = {
		type: 'string',
		default: '',
		...shown,
		builderHint: { propertyHint: hint },
		routing: sentAs(wire),
	};
	return { wire, property, ...reader };
}

/** The wire's name of what a property holds; undefined where it is not sent. */
export function wireName({ routing }: Pick<INodeProperties, 'routing'>): string | undefined {
	return routing?.send?.property;
}

/** A routing that sends a value as it is under `name`, where n8n itself reads the declaration. */
export function sentAs(name: string): NonNullable<INodeProperties['routing']> {
	return { send: { type: 'body', property: name } };
}

/** Of what n8n shall not offer where the node is an agent's tool. */
export const NOT_AS_TOOL: IDisplayOptions = { hide: { '@tool': [true] } };
