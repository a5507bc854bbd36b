import { WITH_EDITOR } from '../../host/settings.ts';
import { inOneServer, type Later, open, type Opened } from '../e2e/n8n.ts';
import { agent } from './agent/agent.ts';
import type { AgentStage } from './agent/asking.ts';
import { mcp } from './agent/mcp.ts';
import { startModel, type Model } from './agent/model.ts';
import { humanReview } from './agent/review.ts';
import { modelCredential } from './agent/workflow.ts';
import { contacts } from './contacts/contacts.ts';
import { pages } from './docs/pages.ts';
import { codeForm } from './form/codeForm.ts';
import { list } from './form/list.ts';
import { expressions } from './instance/expressions.ts';
import { agentThatTexts } from './recipes/agent.ts';
import { askMany } from './recipes/askMany.ts';
import { called } from './recipes/called.ts';
import { codeApi } from './recipes/codeApi.ts';
import { gotNothing } from './recipes/gotNothing.ts';
import { monitoring } from './recipes/monitoring.ts';
import { onCall } from './recipes/onCall.ts';
import { orders } from './recipes/orders.ts';
import { shortRecipes } from './recipes/short.ts';
import { tables } from './recipes/tables.ts';
import { written } from './recipes/written.ts';
import { loop } from './triggers/loop.ts';
import { workflowFails } from './triggers/workflowFails.ts';

/** All that neither ends its n8n nor needs settings: see test/e2e/oneServer.test.ts. */
const subjects: Record<string, (served: () => AgentStage) => Later | void> = {
	'an AI Agent': agent,
	'a human review': humanReview,
	'an MCP server': mcp,
	// They begin with what n8n takes a minute for.
	'a question to many': askMany,
	'who is on call': onCall,
	'an order': orders,
	'an Excel list': list,
	'a table by the clock': tables,
	'a table with outcomes': written,
	'a monitoring system': monitoring,
	'a code as an API': codeApi,
	'a code behind a form': codeForm,
	'a workflow that others call': called,
	'who got nothing': gotNothing,
	'a short recipe': shortRecipes,
	'exported contacts': contacts,
	'an agent that texts': agentThatTexts,
	'an expression': expressions,
	'a loop': loop,
	'a workflow that fails': workflowFails,
	'the documentation': pages,
};

let opened: Opened;
let model: Model;
let served: AgentStage;

beforeAll(async () => {
	// One that stands nowhere else: tests search for it.
	opened = await open(WITH_EDITOR, { password: 'Newest-secret-9471' });
	model = await startModel();
	await opened.host.importCredentials([modelCredential(model)]);
	served = { ...opened, model, server: await opened.host.serve() };
});

afterAll(async () => {
	// Undefined where the beginning failed.
	await (opened as Opened | undefined)?.close();
	await (model as Model | undefined)?.close();
});

inOneServer(subjects, () => served);
