import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The Markdown files under docs/, as paths in the repository. */
export const docsFiles = (): string[] =>
	readdirSync(resolve('docs'), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.md'))
		.map((name) => join('docs', name))
		.sort();

/** Which operation each page of docs/operations describes. */
export const OPERATION_PAGES: Record<string, { resource: string; operation: string }> = {
	'send.md': { resource: 'sms', operation: 'send' },
	'send-bulk.md': { resource: 'sms', operation: 'sendBulk' },
	'send-and-wait.md': { resource: 'sms', operation: 'sendAndWait' },
	'get-status.md': { resource: 'sms', operation: 'getStatus' },
	'play-voice-file.md': { resource: 'call', operation: 'playVoiceFile' },
	'send-code.md': { resource: 'call', operation: 'sendCode' },
	'get-credit.md': { resource: 'report', operation: 'getCredit' },
};

/** The pages of docs/recipes, each with the workflow file that it explains. */
export const RECIPE_PAGES: Record<string, string> = {
	'alert-with-escalation.md': 'alert-with-escalation.json',
	'data-table-with-outcomes.md': 'data-table-to-sms.json',
	'escalate-until-taken.md': 'escalate-until-taken.json',
	'google-sheets-with-outcomes.md': 'google-sheets-to-sms.json',
	'sheet-with-corrections.md': 'spreadsheet-to-sms.json',
	'low-credit-warning.md': 'credit-check.json',
};

/** The same for recipes that need a browser, or a table of their own: each has a test of its own. */
export const RECIPES_WITH_TESTS: Record<string, string> = {
	'excel-list.md': 'excel-list-to-sms.json',
	'agent-that-texts.md': 'agent-that-texts.json',
	'ask-many-at-once.md': 'ask-many-at-once.json',
	'appointment-reminders.md': 'appointment-reminders.json',
	'code-as-an-api.md': 'code-as-an-api.json',
	'monitoring-alerts.md': 'monitoring-alerts.json',
	'one-that-others-call.md': 'one-that-others-call.json',
	'order-comes-in.md': 'order-comes-in.json',
	'people-who-opted-out.md': 'people-who-opted-out.json',
	'several-alerts-in-one-text.md': 'several-alerts-in-one-text.json',
	'status-each-hour.md': 'status-each-hour.json',
	'they-got-nothing.md': 'they-got-nothing.json',
	'when-a-workflow-fails.md': 'escalate-when-a-workflow-fails.json',
	'who-is-on-call.md': 'who-is-on-call.json',
};
