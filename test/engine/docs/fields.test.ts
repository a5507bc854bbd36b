import { join } from 'node:path';

import { NodeHelpers } from 'n8n-workflow';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { SmsVoiceGatewayApi } from '../../../credentials/SmsVoiceGatewayApi.credentials.ts';
import {
	blocksOf,
	marksIn,
	readPage,
	rowsOf,
	sectionOf,
	textOf,
	type Mark,
	type Page,
} from '../../unit/docs/markdown.ts';
import { OPERATION_PAGES } from '../../unit/docs/pages.ts';
import { loadNodeType } from '../stage/index.ts';

const { description } = loadNodeType();

/** n8n's own, which it adds to every declarative node. */
const NOT_OURS = ['resource', 'operation', 'requestOptions'];

/** The fields of an operation in the editor's order: all that it shows for one choice of another field or the other. */
const fieldsOf = (parameters: { resource: string; operation: string }): INodeProperties[] =>
	description.properties.filter(({ name, displayOptions }) => {
		const { resource, operation } = displayOptions?.show ?? {};
		return (
			!NOT_OURS.includes(name) &&
			resource?.includes(parameters.resource) &&
			operation?.includes(parameters.operation)
		);
	});

const choicesOf = ({ options = [] }: INodeProperties) => options as INodePropertyOptions[];

/** A default as the pages write it. */
function defaultOf(property: INodeProperties): string {
	const { type, default: value } = property;
	if (type === 'boolean') return value === true ? 'on' : 'off';
	if (type === 'options')
		return choicesOf(property).find((one) => one.value === value)?.name ?? '?';
	if (type === 'json') return 'an example';
	if (type === 'fixedCollection') return '–';
	if (typeof value === 'string' && value.startsWith('=')) return 'the ids that came in';
	return value === '' ? '–' : String(value);
}

/** An option, and behind it the values of a group that opens filled in with what holds without it. */
function withValues(option: INodeProperties): INodeProperties[] {
	const { options = [], displayName, typeOptions, type, name } = option;
	// n8n's own nodes have it, and its values depend on one another.
	if (type !== 'fixedCollection' || typeOptions?.multipleValues || name === 'limitWaitTime')
		return [option];
	const values = options
		.flatMap((one) => ('values' in one ? one.values : []))
		// The same once more, for a tool.
		.filter(({ displayOptions }) => displayOptions?.show?.['@tool'] === undefined);
	return [
		option,
		...values.map((value) => ({ ...value, displayName: `${displayName} → ${value.displayName}` })),
	];
}

/** Whether a page's words on a field name each of its choices in italics. */
const namesChoices = (property: INodeProperties, cell: Mark | undefined): boolean => {
	const italics = (cell?.children ?? []).filter(({ type }) => type === 'emphasis').map(textOf);
	return (
		property.type !== 'options' || choicesOf(property).every(({ name }) => italics.includes(name))
	);
};

/** Checks that every name in a column stands in italics, as names of the editor do. */
const isItalic = (cell: Mark | undefined): boolean =>
	cell?.children?.length === 1 && cell.children[0]?.type === 'emphasis';

const pageOf = (name: string): Page => readPage(join('docs/operations', name));

test.each(Object.entries(OPERATION_PAGES))(
	'%s lists the fields as the editor shows them',
	(name, parameters) => {
		const heads = ['Field', 'Required', 'Default', 'What it takes'];
		const rows = rowsOf(sectionOf(pageOf(name), 'Fields'), ...heads);
		const fields = fieldsOf(parameters).filter(({ type }) => type !== 'collection');
		expect(rows.map((row) => heads.slice(0, 3).map((head) => textOf(row[head] as Mark)))).toEqual(
			fields.map((field) => [field.displayName, field.required ? 'yes' : '–', defaultOf(field)]),
		);
		for (const [index, row] of rows.entries()) {
			expect([textOf(row.Field as Mark), isItalic(row.Field)]).toEqual([expect.anything(), true]);
			const field = fields[index] as INodeProperties;
			expect([field.name, namesChoices(field, row['What it takes'])]).toEqual([field.name, true]);
		}
	},
);

/** The options of an operation, in the editor's order. */
const optionsOf = (parameters: { resource: string; operation: string }): INodeProperties[] =>
	(fieldsOf(parameters).find(({ type }) => type === 'collection')?.options ??
		[]) as INodeProperties[];

/** Which operations each option is of, by their shown names, and what it is there. */
const inOperations = new Map<string, Map<string, INodeProperties>>();
for (const [page, parameters] of Object.entries(OPERATION_PAGES)) {
	const operation = pageOf(page).sections[1]?.title ?? '';
	for (const option of optionsOf(parameters).flatMap(withValues)) {
		const found = inOperations.get(option.displayName) ?? new Map<string, INodeProperties>();
		inOperations.set(option.displayName, found.set(operation, option));
	}
}
const SENDING = Object.keys(OPERATION_PAGES)
	.filter((page) => !page.startsWith('get-'))
	.map((page) => pageOf(page).sections[1]?.title ?? '');

const optionsPage = readPage('docs/topics/options.md');
const explained = optionsPage.sections.filter(({ title }) => title !== '' && title !== 'Options');

/** A default that is the same everywhere, or what it is in which operation. */
function defaultsOf(option: string): string {
	const all = [...(inOperations.get(option) ?? [])].map(
		([operation, property]) => [operation, defaultOf(property)] as const,
	);
	const different = new Set(all.map(([, value]) => value));
	if (different.size <= 1) return all[0]?.[1] ?? '';
	return all.map(([operation, value]) => `${operation}: ${value}`).join(', ');
}

test('the page of the options explains each, in the order of the editor', () => {
	const groups = [...inOperations.keys()].filter((name) => !name.includes(' → '));
	expect(explained.map(({ title }) => title)).toEqual(
		groups.sort((a, b) => a.localeCompare(b, 'en')),
	);
});

test.each(explained.map((section) => [section.title, section] as const))(
	'the page of the options says where %s is, and what it has',
	(title, section) => {
		const [first] = section.content;
		const where = textOf(first as Mark);
		const having = [...(inOperations.get(title)?.keys() ?? [])];
		const everywhere = having.length === Object.keys(OPERATION_PAGES).length;
		if (everywhere) expect(where).toContain('In all operations.');
		else if (SENDING.every((one) => having.includes(one)))
			expect([where.includes('In everything that sends.'), having]).toEqual([true, SENDING]);
		else
			expect(
				(first as Mark).children
					?.filter(({ type }) => type === 'emphasis')
					.map(textOf)
					.filter((name) => [...inOperations.values()].some((all) => all.has(name))),
			).toEqual(having);
		const values = rowsOf(section, 'Value', 'Default', 'What it does');
		const own = [...inOperations.keys()].filter((name) => name.startsWith(`${title} → `));
		const shown = values.map(({ Value, Default }) => [
			`${title} → ${textOf(Value as Mark).replace(' ¹', '')}`,
			textOf(Default as Mark),
		]);
		expect(new Map(shown as Array<[string, string]>)).toEqual(
			new Map(own.map((name) => [name, defaultsOf(name)])),
		);
		if (own.length > 0 || title === 'Extra Request Fields' || title === 'Limit Wait Time') return;
		expect(where).toContain(`Default: ${defaultsOf(title)}.`);
		const [property] = inOperations.get(title)?.values() ?? [];
		const italics = section.content.flatMap(marksIn).filter(({ type }) => type === 'emphasis');
		if (property?.type === 'options')
			expect(italics.map(textOf)).toEqual(
				expect.arrayContaining(choicesOf(property).map((choice) => choice.name)),
			);
	},
);

test.each(Object.entries(OPERATION_PAGES))(
	'%s has the name of its operation, and says where it is in the editor and to which host its request goes',
	(name, { resource, operation }) => {
		const page = pageOf(name);
		const choiceOf = (property: string, value: string) =>
			description.properties
				.filter((one) => one.name === property)
				.filter(({ displayOptions: { show } = {} }) => show?.resource?.includes(resource) ?? true)
				.flatMap(choicesOf)
				.find((choice) => choice.value === value);
		const title = choiceOf('operation', operation)?.name ?? '?';
		expect(page.sections[1]?.title).toBe(title);
		expect((page.sections[1]?.content ?? []).map(textOf).join('\n')).toContain(
			`Resource ${choiceOf('resource', resource)?.name}, Operation ${title}`,
		);
		const { request } = choiceOf('operation', operation)?.routing ?? {};
		const field = /^=\{\{ \$credentials\.(\w+) \}\}$/.exec(String(request?.baseURL))?.[1];
		const host = new SmsVoiceGatewayApi().properties.find((one) => one.name === field);
		const [block = ''] = blocksOf(sectionOf(page, 'What goes over the wire'), 'http');
		expect(block.split('\n')[0]).toBe(
			`${String(request?.method)} <${host?.displayName ?? '?'}>${String(request?.url)}`,
		);
	},
);

test('nothing but the fields of an operation is shown for it', () => {
	for (const parameters of Object.values(OPERATION_PAGES)) {
		const shown = description.properties.filter(
			(property) =>
				!NOT_OURS.includes(property.name) &&
				NodeHelpers.displayParameter(parameters, property, null, description),
		);
		const fields = fieldsOf(parameters);
		expect(shown.filter((property) => !fields.includes(property))).toEqual([]);
	}
});
