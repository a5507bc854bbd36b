import { DateTime } from 'luxon';
import { DirectoryLoader } from 'n8n-core';
import { NodeHelpers, nodeNameToToolName, Workflow } from 'n8n-workflow';
import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';
import {
	getCredit,
	getStatus,
	grouped,
	type IDataObject,
	type INode,
	type INodeParameters,
	loadNodeType,
	nodeTypesOf,
	playVoiceFile,
	send,
	sendBulk,
	sendCode,
} from '../stage/index.ts';

import { SmsVoiceGatewayApi } from '../../../credentials/SmsVoiceGatewayApi.credentials.ts';

const nodeType = loadNodeType();
const { description } = nodeType;
const properties = description.properties.filter(({ name }) => name !== 'requestOptions');

const propertiesIn = (list: INodeProperties[]): INodeProperties[] =>
	list.flatMap((property) => [
		property,
		...(property.type === 'collection' ? propertiesIn(property.options as INodeProperties[]) : []),
	]);
const all = propertiesIn(properties);
const choicesOf = (property: INodeProperties | undefined): INodePropertyOptions[] =>
	(property?.options ?? []) as INodePropertyOptions[];
/** The values of a group of options. */
const valuesOf = ({ type, options }: INodeProperties): INodeProperties[] =>
	type === 'fixedCollection'
		? (options ?? []).flatMap((one) => ('values' in one ? one.values : []))
		: [];
const resources = choicesOf(properties.find(({ name }) => name === 'resource'));
const selectorOf = (resource: string) =>
	properties
		.filter(({ name }) => name === 'operation')
		.find(({ displayOptions }) => displayOptions?.show?.resource?.includes(resource));
const operations = resources.flatMap(({ value }) =>
	choicesOf(selectorOf(String(value))).map((option) => ({ resource: String(value), option })),
);
const fieldsOf = (name: string) => {
	const [resource = '', operation = ''] = name.split(':');
	return properties.filter(
		({ displayOptions: { show } = {} }) =>
			show?.resource?.includes(resource) && show.operation?.includes(operation),
	);
};
const optionsOf = (name: string) =>
	fieldsOf(name)
		.filter((field) => field.name === 'options')
		.flatMap(({ options }) => options as INodeProperties[]);

/** The options of all that send. */
const SENDING = 'additionalFields dryRun invalidRows limits numberFormat resendUnknown sendOnce';
/** The values of each group of options. */
const GROUPS: Record<string, string> = {
	limits: 'maxMessages maxParts maxPerNumber perHours minCredit stopAfterFailures',
	numberFormat: 'countryCode nationalLength trunkPrefix writeAs',
	sendOnce: 'by campaign key hours',
	speed: 'batchInterval batchSize parallelRequests',
	text: 'cutToParts gaps plainPunctuation',
	time: 'from to scheduled timeZone',
	waitUntilFinal: 'every atMost',
};
/** Only a single text can be handed over for later. */
const HOURS = 'from to timeZone';
const OF_CALLS = {
	limits: 'maxMessages maxPerNumber perHours minCredit stopAfterFailures',
	speed: 'batchInterval parallelRequests',
	time: HOURS,
};
/** What an operation has of them, where that is not all. */
const PARTS: Record<string, Record<string, string>> = {
	'sms:sendBulk': { time: HOURS },
	'sms:sendAndWait': { time: HOURS, limits: 'maxParts maxPerNumber perHours minCredit' },
	'call:playVoiceFile': OF_CALLS,
	'call:sendCode': OF_CALLS,
};

/** The parameters and the options of every operation. */
const TABLE: Record<string, [parameters: string, options: string]> = {
	'sms:send': [
		'source destination message',
		`bodyFormat includeInput sendToBlacklist speed text time ${SENDING}`,
	],
	'sms:sendBulk': [
		'source destination message',
		`includeInput sendToBlacklist speed text time ${SENDING}`,
	],
	'sms:sendAndWait': [
		'source destination message responseType approvalOptions',
		// A question is one row.
		`bodyFormat limitWaitTime pageTitle sendToBlacklist text time ${SENDING.replace('invalidRows ', '')}`,
	],
	'sms:getStatus': ['messageIds', 'additionalFields bodyFormat includeInput speed waitUntilFinal'],
	'call:playVoiceFile': ['destination fileId', `includeInput speed time ${SENDING}`],
	'call:sendCode': ['destination code', `speed time ${SENDING}`],
	'report:getCredit': ['', 'additionalFields includeInput'],
};

describe('the names that the world sees', () => {
	test('are those of the design for node and credential', () => {
		expect(description.name).toBe('smsVoiceGateway');
		expect(description.displayName).toBe('SMS and Voice Gateway');
		expect(description.credentials).toEqual([
			{ name: 'smsVoiceGatewayApi', required: true, testedBy: 'testLogin' },
		]);
		expect(Object.keys(nodeType.methods.credentialTest)).toEqual(['testLogin']);
		const credential = new SmsVoiceGatewayApi();
		expect(credential.name).toBe('smsVoiceGatewayApi');
		const names =
			'username password smsBaseUrl callBaseUrl allowPlainHttp defaultSource numberFormat testNumbers answers';
		expect(credential.properties.map(({ name }) => name).join(' ')).toBe(names);
		expect(credential.properties.find(({ name }) => name === 'password')?.typeOptions).toEqual({
			password: true,
		});
		expect(credential.properties.find(({ name }) => name === 'allowPlainHttp')?.default).toBe(
			false,
		);
	});

	test('are those of the design for resources and operations', () => {
		const names = operations.map(({ resource, option }) => `${resource}:${String(option.value)}`);
		expect(names.sort()).toEqual(Object.keys(TABLE).sort());
	});

	test.each(Object.entries(TABLE))('are those of the design for %s', (name, [given, options]) => {
		const sorted = (list: INodeProperties[]) => list.map((one) => one.name).sort();
		const fields = fieldsOf(name);
		const members = optionsOf(name);
		const wanted = [given, options].map((list) => list.split(' ').filter(Boolean).sort());
		const parameters = fields.filter((field) => field.name !== 'options');
		expect([sorted(parameters), sorted(members)]).toEqual(wanted);
		for (const member of members.filter((one) => one.name in GROUPS)) {
			const values = [...new Set(valuesOf(member).map((value) => value.name))].join(' ');
			const own = PARTS[name]?.[member.name] ?? GROUPS[member.name];
			expect([member.name, values]).toEqual([member.name, own]);
		}
	});

	test('a limit is set by whoever builds the workflow: as a tool it takes no expression, and so no model', () => {
		const shown = (asTool: boolean, { displayOptions: { show, hide } = {} }: INodeProperties) =>
			(show?.['@tool'] === undefined || asTool) && (hide?.['@tool'] === undefined || !asTool);
		const limits = all.filter(({ name }) => name === 'limits').flatMap(valuesOf);
		expect(limits).not.toEqual([]);
		const takesExpressions = (asTool: boolean) =>
			limits
				.filter((value) => shown(asTool, value))
				.map(({ name, noDataExpression }) => `${name} ${noDataExpression !== true}`);
		const every = (GROUPS.limits ?? '').split(' ');
		const names = every.filter((name) => name !== 'stopAfterFailures');
		expect(new Set(takesExpressions(true))).toEqual(new Set(names.map((name) => `${name} false`)));
		expect(new Set(takesExpressions(false))).toEqual(new Set(every.map((name) => `${name} true`)));
	});

	test('have explanations that are read at a glance', () => {
		const explained = [
			...all.flatMap((property) => [property, ...valuesOf(property)]),
			...(description.hints ?? []).map(({ message }) => ({ description: message })),
		];
		const long = explained.filter(({ description: words = '' }) => words.length > 120);
		expect(long.map(({ description: words }) => words)).toEqual([]);
	});
});

test('the Request Options are those that n8n gives to declarative nodes without a webhook', () => {
	const bare = {
		description: { ...description, properties: [] as INodeProperties[] },
	} as unknown as INodeType;
	DirectoryLoader.applyDeclarativeNodeOptionParameters(bare);
	// n8n's own do not pass n8n's linter, which wants a capital letter, a full stop and other words.
	const wordless = (property: unknown) =>
		JSON.stringify(property, (key, value: unknown) =>
			['description', 'displayName'].includes(key)
				? String(value).slice(0, 10).toLowerCase()
				: value,
		);
	// Of 'Batching' the node's own 'Speed' takes the place.
	const [own] = bare.description.properties;
	const rest = (own?.options as INodeProperties[]).filter(({ name }) => name !== 'batching');
	expect(wordless(description.properties.at(-1))).toBe(wordless({ ...own, options: rest }));
	// Were n8n to add its own once more, there would be two.
	expect(description.properties.filter(({ name }) => name === 'requestOptions')).toHaveLength(1);
});

describe('each operation', () => {
	test('has a value and an action text of its own, in sentence case and without an article', () => {
		// Among all resources, as fields are shown by both, each for itself.
		expect(new Set(operations.map(({ option }) => option.value)).size).toBe(operations.length);
		const actions = operations.map(({ option }) => option.action ?? '');
		expect(new Set(actions).size).toBe(operations.length);
		for (const action of actions) expect(action).toMatch(/^(?!.*\b(a|an|the)\b)[A-Z][^.]*$/i);
	});

	test('but Send Bulk is offered to an agent too', () => {
		const offered = (name: string) =>
			choicesOf(selectorOf('sms'))
				.filter((choice) =>
					NodeHelpers.displayParameter({ resource: 'sms' }, choice, null, { ...description, name }),
				)
				.map(({ value }) => value);
		expect(offered('smsVoiceGateway')).toEqual(['send', 'sendBulk', 'sendAndWait', 'getStatus']);
		expect(offered('smsVoiceGatewayTool')).toEqual(['send', 'sendAndWait', 'getStatus']);
	});

	test('gives a tool a name that n8n writes in one way only', () => {
		// What runs a tool by hand writes `_` for spaces where the tool's own name has it for all that is no letter: with
		// an `&` in it the two differ, and it did not run (n8n-nodes-langchain 2.41, ToolExecutor).
		for (const { option } of operations) {
			const name = `${option.action} in ${description.displayName}`;
			expect(nodeNameToToolName(name)).toBe(name.replaceAll(' ', '_'));
		}
		expect(nodeNameToToolName('Send & it')).not.toBe('Send_&_it');
	});
});

describe('each field', () => {
	test('among the options is shown only where it applies', () => {
		const missing = (parameters: INodeParameters, asTool = false) => {
			const { resource, operation, options } = parameters;
			const own = { ...description, name: asTool ? 'smsVoiceGatewayTool' : 'smsVoiceGateway' };
			const shown = (member: INodeProperties) =>
				NodeHelpers.displayParameter(options as INodeParameters, member, null, own, parameters);
			return optionsOf(`${String(resource)}:${String(operation)}`)
				.filter((member) => !shown(member))
				.map(({ name }) => name);
		};
		expect(missing(send({ options: {} }))).toEqual([]);
		expect(missing(sendBulk({ options: {} }))).toEqual([]);
		// A tool's call is one request.
		expect(missing(send({ options: {} }), true)).toEqual(['includeInput', 'speed']);
		expect(missing(getStatus({ options: {} }), true)).toEqual(['includeInput', 'speed']);
		expect(missing(sendCode({ options: {} }), true)).toEqual(['speed']);
		expect(missing({ ...getCredit, options: {} }, true)).toEqual(['includeInput']);
	});
});

describe('the node', () => {
	test('is declarative, usable as a tool, has one input and one output, and asks for JSON', () => {
		const { usableAsTool, inputs, outputs, version, requestDefaults } = description;
		const headers = { Accept: 'application/json' };
		expect([usableAsTool, inputs, outputs, version]).toEqual([true, ['main'], ['main'], 1]);
		// The content type is left to the body.
		expect(requestDefaults?.headers).toEqual(headers);
	});
});

const ZONE = 'America/Los_Angeles';

const nodeWith = (parameters: INodeParameters): INode => ({
	id: '1',
	name: 'Gateway',
	type: 'smsVoiceGateway',
	typeVersion: 1,
	position: [0, 0],
	parameters,
});

/** What an expression of the node's description gives, by the engine without an isolate, as in the editor. */
function evaluate(
	expression: string,
	parameters: INodeParameters,
	items: IDataObject[] = [{}],
): unknown {
	const node = nodeWith(parameters);
	const workflow = new Workflow({
		id: 'test',
		nodes: [node],
		connections: {},
		active: false,
		settings: { timezone: ZONE },
		nodeTypes: nodeTypesOf({ smsVoiceGateway: nodeType }),
	});
	return workflow.expression.getParameterValue(
		expression,
		null,
		0,
		0,
		node.name,
		items.map((json) => ({ json })),
		'manual',
		{},
	);
}

describe('the subtitle', () => {
	test.each(operations)('is that of the panel: $resource $option.value', ({ resource, option }) => {
		const parameters = { resource, operation: option.value };
		const shown = resources.find(({ value }) => value === resource)?.name ?? '?';
		const said = `${option.name.replace(' for Response', '')}: ${shown}`;
		expect(evaluate(description.subtitle ?? '', parameters)).toBe(said);
	});
});

describe('the hints', () => {
	const scheduled = (at: string, timeZone?: string) =>
		send({
			options: grouped({ time: { scheduled: at, ...(timeZone !== undefined && { timeZone }) } }),
		});
	const shownFor = (parameters: INodeParameters, items?: IDataObject[]) =>
		(description.hints ?? [])
			.filter(({ displayCondition }) => {
				const shown = evaluate(displayCondition ?? '', parameters, items);
				// n8n's editor passes over a condition that gives anything else.
				expect(typeof shown).toBe('boolean');
				return shown;
			})
			.map(({ message }) => message);
	const many = Array.from({ length: 50 }, () => ({}));

	test('advise Send Bulk where many items go through Send, and warn of a schedule in the past', () => {
		expect(shownFor(send(), many)).toEqual([expect.stringContaining('Send Bulk')]);
		const past = shownFor(scheduled('2020-01-01 10:00'));
		expect(past).toEqual([expect.stringContaining('in the past')]);
	});

	test.each([
		[-10, '', 1],
		[10, '', 0],
		[-10, 'Pacific/Auckland', 1],
		[10, 'Pacific/Auckland', 0],
	])('judge a schedule %i minutes from now by the zone it is meant in: %j', (...one) => {
		const [minutes, timeZone, count] = one;
		const at = DateTime.now()
			.setZone(timeZone === '' ? ZONE : timeZone)
			.plus({ minutes });
		for (const form of ['yyyy-MM-dd HH:mm', "yyyy-MM-dd'T'HH:mm:ss"])
			expect(shownFor(scheduled(at.toFormat(form), timeZone))).toHaveLength(count);
	});

	test.each([
		['few items', send(), undefined],
		['many that share requests', send({ options: grouped({ speed: { batchSize: 9 } }) }), many],
		['a schedule to come', scheduled('2090-01-01 10:00'), undefined],
		['a schedule that can not be read', scheduled('x'), undefined],
		...[sendBulk(), getStatus(), playVoiceFile(), sendCode(), getCredit].map(
			(one): [string, INodeParameters, IDataObject[]] => [`many of ${one.operation}`, one, many],
		),
	])('say nothing for %s', (_, parameters, items) => {
		expect(shownFor(parameters, items)).toEqual([]);
	});
});
