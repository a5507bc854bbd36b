import type { INodeParameters } from 'n8n-workflow';

/** Options, and others instead of them or beside them: of a group value by value. */
export function merged(options: INodeParameters, others: INodeParameters): INodeParameters {
	const names = new Set([...Object.keys(options), ...Object.keys(others)]);
	return Object.fromEntries(
		[...names].map((name) => {
			const [first, second] = [options[name], others[name]].map(
				(one) => (one as { values?: INodeParameters } | undefined)?.values,
			);
			const isGroup = first !== undefined && second !== undefined;
			return [
				name,
				isGroup
					? { values: { ...first, ...second } }
					: name in others
						? others[name]
						: options[name],
			];
		}),
	);
}
