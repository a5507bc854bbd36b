import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** The Markdown files under docs/, as paths in the repository. */
export const docsFiles = (): string[] => globSync('docs/**/*.md').sort();

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

/** Recipes that need a browser, or a table of their own: each has a test of its own. */
const APART = /excel-list|agent-that|appointment|code-as-an-api|monitoring|status-each-hour/;
const recipesWhere = (isApart: boolean) => {
	const files = globSync('docs/recipes/*.md').filter((file) => APART.test(file) === isApart);
	const workflowOf = (file: string) =>
		/\(\.\.\/\.\.\/workflows\/([\w-]+\.json)\)/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
	return Object.fromEntries(files.map((file) => [basename(file), workflowOf(file)]));
};

/** The pages of recipes, each with the workflow file that it explains: the first that it links. */
export const RECIPE_PAGES: Record<string, string> = recipesWhere(false);
export const RECIPES_WITH_TESTS: Record<string, string> = recipesWhere(true);
