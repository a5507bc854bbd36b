import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NodeHelpers } from 'n8n-workflow';
import type {
	INode,
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeTypeDescription,
} from 'n8n-workflow';
import { installHost } from '../../host/install.ts';
import type { Node } from './built.ts';

const PACKAGE = 'n8n-nodes-base';

/** The descriptions of n8n's own nodes, as their package has them. */
export async function descriptions(): Promise<INodeTypeDescription[]> {
	const file = join(
		await installHost(() => undefined),
		'node_modules',
		PACKAGE,
		'dist',
		'types',
		'nodes.json',
	);
	const types = JSON.parse(await readFile(file, 'utf8')) as INodeTypeDescription[];
	return types.map((type) => ({ ...type, name: `${PACKAGE}.${type.name}` }));
}

/** What of a node's parameters its description does not know, or does not show with the others as they are. */
export function unknownParameters(node: Node, descriptions: INodeTypeDescription[]): string[] {
	const whole = node as unknown as INode;
	const description = descriptions.find(
		({ name, version }) =>
			name === node.type && [version].flat().includes(Number(whole.typeVersion)),
	);
	if (description === undefined) return [`${node.type} ${whole.typeVersion}`];
	const { properties } = description;
	// Which of them are shown depends on defaults, too.
	const values = NodeHelpers.getNodeParameters(
		properties,
		node.parameters as INodeParameters,
		true,
		false,
		whole,
		description,
	);
	const found: string[] = [];

	const look = (among: INodeProperties[], given: Given, path: string): void => {
		for (const [name, value] of Object.entries(given)) {
			const at = path === '' ? name : `${path}.${name}`;
			const property = among.find(
				(one) =>
					one.name === name &&
					NodeHelpers.displayParameterPath(values ?? {}, one, path, whole, description),
			);
			if (property === undefined) found.push(at);
			else lookInto(property, value, at);
		}
	};

	const lookInto = ({ type, options = [], modes }: INodeProperties, value: unknown, at: string) => {
		const choices = options as INodePropertyOptions[];
		if (type === 'options' && !choices.some((choice) => choice.value === value))
			found.push(`${at}: ${String(value)}`);
		if (type === 'resourceLocator') {
			const { mode } = value as Given;
			if (!modes?.some(({ name }) => name === mode)) found.push(`${at}: ${String(mode)}`);
		}
		if (type === 'collection') look(options as INodeProperties[], value as Given, at);
		if (type === 'fixedCollection')
			for (const [name, parts] of Object.entries(value as Given)) {
				const part = (options as INodePropertyCollection[]).find((one) => one.name === name);
				if (part === undefined) found.push(`${at}.${name}`);
				else if (Array.isArray(parts))
					parts.forEach((one, index) => look(part.values, one as Given, `${at}.${name}[${index}]`));
				else look(part.values, parts as Given, `${at}.${name}`);
			}
	};

	look(properties, node.parameters, '');
	return found;
}

type Given = Record<string, unknown>;
