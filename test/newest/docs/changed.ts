import type { Workflow } from '../../e2e/n8n.ts';
import type { Change } from './cases.ts';

type Node = Workflow['nodes'][number];

/** What these tests read of a field in a node's description. */
export interface Property {
	displayName: string;
	name: string;
	type: string;
	displayOptions?: { show?: Record<string, unknown[]> };
	/** Choices, or the members of a collection. */
	options?: Array<Property & { value?: unknown }>;
	/** The fields of a part of a group. */
	values?: Property[];
}

/** The choices of n8n's own setting, which every node has (n8n's editor, NodeSettings). */
const ON_ERROR: Record<string, string> = {
	'Stop Workflow': 'stopWorkflow',
	Continue: 'continueRegularOutput',
	'Continue (using error output)': 'continueErrorOutput',
};

const SWITCH: Record<string, boolean> = { on: true, off: false };

/** The workflow with what a reader is told to change in it. `properties` are those of this package's node. */
export function changed(workflow: Workflow, changes: Change[], properties: Property[]): Workflow {
	const made = structuredClone(workflow);
	for (const change of changes) {
		const node = made.nodes.find(({ name }) => name === change.node);
		if (node === undefined) throw new Error(`there is no node ${change.node}`);
		if (change.setting === 'On Error') node.onError = chosen(ON_ERROR, change);
		else if (change.setting === 'Execute Once') node.executeOnce = chosen(SWITCH, change);
		else if (node.type === 'n8n-nodes-base.set') setValue(node, change);
		else setField(node, change, properties);
	}
	return made;
}

function chosen<T>(choices: Record<string, T>, { setting, to }: Change): T {
	const choice = 'chosen' in to ? choices[to.chosen] : undefined;
	if (choice === undefined) throw new Error(`'${setting}' has no such choice`);
	return choice;
}

/** A value of Edit Fields. */
function setValue({ name, parameters }: Node, { setting, to }: Change): void {
	const { assignments } = parameters.assignments as {
		assignments: Array<{ name: string; value: unknown }>;
	};
	const assignment = assignments.find((one) => one.name === setting);
	if (assignment === undefined || !('typed' in to)) throw new Error(`${name} has no ${setting}`);
	assignment.value = to.typed;
}

/** A field or an option of this package's node, by the name that the editor shows. */
function setField({ name, parameters }: Node, change: Change, properties: Property[]): void {
	const shown = properties.filter(({ displayOptions }) =>
		Object.entries(displayOptions?.show ?? {}).every(([parameter, values]) =>
			values.includes(parameters[parameter]),
		),
	);
	const field = shown.find(({ displayName }) => displayName === change.setting);
	if (field !== undefined) {
		parameters[field.name] = valueFor(field, change);
		return;
	}
	const collection = shown.find(({ type }) => type === 'collection');
	const path = pathTo(collection?.options ?? [], change.setting);
	const option = path.at(-1);
	if (option === undefined) throw new Error(`${name} has no '${change.setting}'`);
	let holder = ((parameters.options as Fields | undefined) ??= {}) as Fields;
	for (const { name: group } of path.slice(0, -1)) holder = (holder[group] ??= {}) as Fields;
	holder[option.name] = valueFor(option, change);
}

type Fields = Record<string, unknown>;

/** The way to an option: itself, or behind the groups of fields that it stands in. */
function pathTo(members: Property[], setting: string): Property[] {
	const found = members.find(({ displayName }) => displayName === setting);
	if (found !== undefined) return [found];
	for (const member of members) {
		// Of a group `options` are its parts, and `values` the members of a part.
		const inner = pathTo(
			[
				...(member.type === 'fixedCollection' ? (member.options ?? []) : []),
				...(member.values ?? []),
			],
			setting,
		);
		if (inner.length > 0) return [member, ...inner];
	}
	return [];
}

function valueFor({ type, options = [] }: Property, change: Change): unknown {
	if (type === 'boolean') return chosen(SWITCH, change);
	if (type === 'options') {
		// Of a choice `name` is what the editor shows.
		return chosen(Object.fromEntries(options.map(({ name, value }) => [name, value])), change);
	}
	if (!('typed' in change.to)) throw new Error(`'${change.setting}' takes what is typed`);
	return type === 'number' ? Number(change.to.typed) : change.to.typed;
}
