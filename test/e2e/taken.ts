import { found } from '../../host/found.ts';
import { itemsOf, type StoredExecution } from '../../host/runs.ts';
import { exampleWorkflows, type Workflow } from '../../host/workflows.ts';
import type { Sandbox } from '../../sandbox/index.ts';
import { linkIn } from './waiting.ts';

/** The recipe, as it is shipped. */
const EXAMPLE = exampleWorkflows().get('escalate-until-taken.json') as Workflow;

/** What a test changes in the recipe. */
export interface Changes {
	/** The lines of settings. */
	people?: string;
	/** The minutes of a question, where they are not those of the settings. */
	minutes?: string;
	settings?: Record<string, unknown>;
}

/** The recipe under another id, with other settings. */
export function recipe(id: string, { people, minutes, settings = {} }: Changes = {}): Workflow {
	const made = structuredClone(EXAMPLE);
	const parametersOf = (name: string) => {
		const node = made.nodes.find((one) => one.name === name);
		if (node === undefined) throw new Error(`the recipe has no node ${name}`);
		return node.parameters;
	};
	if (people !== undefined) valueOf(parametersOf('Settings'), 'people').value = people;
	if (minutes !== undefined) {
		const { limitWaitTime } = parametersOf('Ask by text').options as {
			limitWaitTime: { values: { resumeAmount: string } };
		};
		limitWaitTime.values.resumeAmount = minutes;
	}
	return { ...made, id, name: id, settings: { ...(made.settings as object), ...settings } };
}

function valueOf(parameters: Record<string, unknown>, name: string): { value: unknown } {
	const { assignments } = parameters.assignments as {
		assignments: Array<{ name: string; value: unknown }>;
	};
	const found = assignments.find((one) => one.name === name);
	if (found === undefined) throw new Error(`the settings have no ${name}`);
	return found;
}

/** A setting of the recipe, as it is shipped. */
export const settingOf = (name: string): unknown => {
	const node = EXAMPLE.nodes.find((one) => one.name === 'Settings');
	return valueOf(node?.parameters ?? {}, name).value;
};

/** What reached the phones, in order: to whom, and in which way. */
export const reached = (sandbox: Sandbox, ...phones: string[]): Array<[string, string]> =>
	sandbox
		.messages()
		.filter(({ destination }) => phones.length === 0 || phones.includes(destination))
		.map(({ destination, kind }) => [destination, kind]);

/** The links that a phone got, in order. */
export const linksOn = (sandbox: Sandbox, phone: string): string[] =>
	sandbox
		.messages()
		.filter(({ destination, kind }) => destination === phone && kind === 'sms')
		.map(({ message }) => linkIn(message) ?? `no link: ${message}`);

/** Waits for so many texts on a phone, and gives the link of the last. */
export const linkNumber = (sandbox: Sandbox, phone: string, count: number): Promise<string> =>
	found(() => linksOn(sandbox, phone)[count - 1]);

/** Who took it, according to the run. */
export const taken = (execution: StoredExecution) =>
	itemsOf(execution, 'Taken').map(({ json }) => json);
