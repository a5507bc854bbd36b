import { formatNodeResult, NodeTypeParser } from '@n8n/ai-utilities/node-catalog';
import { parseWorkflowCode } from '@n8n/workflow-sdk';
import {
	extractDiscriminatorCombinations,
	generateDiscriminatorFile,
	getPropertiesForCombination,
} from '@n8n/workflow-sdk/scripts/generate-types';
import type { INodePropertyOptions, OnError } from 'n8n-workflow';
import { gateway, type INodeParameters, loadNodeType } from '../stage/index.ts';

const { run, bodies } = gateway();

const NAME = 'n8n-nodes-sms-voice-gateway.smsVoiceGateway';
const description = { ...loadNodeType().description, name: NAME };

/** n8n's packages bring interfaces of their own, of other versions of n8n-workflow. */
const typed = description as unknown as Parameters<typeof generateDiscriminatorFile>[0];
const catalogued = [description] as unknown as ConstructorParameters<typeof NodeTypeParser>[0];

/** What n8n's AI workflow builder reads of an operation: the types that its own generator makes. */
const typesOf = (resource: string, operation: string): string => {
	const combination = extractDiscriminatorCombinations(typed).find(
		(one) => one.resource === resource && one.operation === operation,
	);
	if (combination === undefined) throw new Error(`no ${resource}:${operation}`);
	const properties = getPropertiesForCombination(typed, combination);
	return generateDiscriminatorFile(typed, 1, combination, properties);
};

const operations = description.properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ displayOptions, options = [] }) =>
		(options as INodePropertyOptions[]).map(({ value, builderHint }) => ({
			resource: String(displayOptions?.show?.resource?.[0]),
			operation: String(value),
			hint: builderHint?.propertyHint ?? '',
		})),
	);

test('the AI workflow builder finds the node with a hint, and one on each operation', () => {
	const found = formatNodeResult(new NodeTypeParser(catalogued), NAME);
	expect(operations).toHaveLength(7);
	for (const { operation, hint } of operations) {
		expect([operation, hint.length > 40]).toEqual([operation, true]);
		expect(found).toContain(`@builderHint ${hint}`);
	}
	expect(found).toMatch(/loop/);
	for (const { nodeType } of description.builderHint?.relatedNodes ?? [])
		expect(found).toContain(nodeType);
});

describe('every required field says what to fill in', () => {
	test.each(operations)('of $resource: $operation', ({ resource, operation }) => {
		const types = typesOf(resource, operation);
		const required = description.properties.filter(
			({ required, displayOptions }) =>
				required === true &&
				displayOptions?.show?.resource?.includes(resource) &&
				displayOptions.show.operation?.includes(operation),
		);
		for (const { name, builderHint } of required) {
			const hint = builderHint?.propertyHint ?? `no hint on ${name}`;
			expect(types).toContain(hint.replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
		}
	});
});

test('the pattern for a bulk is a workflow that sends each row its text', async () => {
	const types = typesOf('sms', 'sendBulk');
	const [, pattern = ''] = /<pattern [^>]*>([^]*)<\/pattern>/.exec(types) ?? [];
	// As it stands in a comment.
	const code = pattern.replace(/^ *\* ?/gm, '');
	const made = parseWorkflowCode(`${code}\nexport default workflow('w', 'W').add(sendAll);`);
	const [node] = made.nodes;
	expect(node).toMatchObject({ type: NAME, typeVersion: 1, onError: 'continueErrorOutput' });
	const names = ['Sara', 'Reza', 'Mina'];
	const phones = ['09120000001', '9', '09120000003'];
	await run(node?.parameters as INodeParameters, {
		rows: names.map((name, row) => ({ name, phone: phones[row], orderNumber: `A-${row}` })),
		node: { onError: node?.onError as OnError },
	});
	const data = [0, 2].map((row) => ({
		source: '30001234',
		destination: phones[row],
		send_to_blacklist: 0,
		message: `Hello ${names[row]}, your order is ready.`,
	}));
	expect(bodies()).toEqual([{ data }]);
});
