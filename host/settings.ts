import { nodeBinary } from './process.ts';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { parseEnv } from 'node:util';

/** All that n8n can say, on its console and in its log file (`.n8n/logs/n8n.log`). */
export const DEBUG_LOG = { N8N_LOG_LEVEL: 'debug', N8N_LOG_OUTPUT: 'console,file' };

/** For whoever looks at n8n's editor, or at what n8n tells it: its settings, the node types. */
export const WITH_EDITOR = { N8N_DISABLE_UI: 'false' };

/** For whoever may run n8n's Code node: n8n 2 starts a process for it, and looks for Python, each time that it starts. */
export const WITH_CODE_NODE = { N8N_RUNNERS_MODE: 'internal' };

/** All that n8n gets of this process's environment: no proxies, no `NODE_ENV=test` of jest, no settings of another n8n. */
const PASSED_ON =
	/^(HOME|USER|LANG|LC_ALL|TMPDIR|TEMP|TMP|SystemRoot|NODE_EXTRA_CA_CERTS|VSCODE_INSPECTOR_OPTIONS)$/;

/** n8n and its nodes are some 9,400 files; each state of the package adds what n8n loads of it, 150 files or so. */
const MOST_COMPILED = 20_000;

/**
 * Where Node keeps n8n's compiled code between its starts: a start takes a third less. Node never removes an entry, and
 * each state of the package has new ones, so a full folder is emptied.
 */
function compiledFolder(hostFolder: string): string {
	const folder = join(hostFolder, '.compiled');
	try {
		if (readdirSync(folder, { recursive: true }).length > MOST_COMPILED)
			rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	} catch {
		// Not there yet, or being emptied by another process.
	}
	return folder;
}

/**
 * n8n's settings: where it is installed, its own folder (it makes `.n8n` in there), the only folder whose files workflows
 * may read, and `more`, which wins.
 */
export function settings(place: {
	hostFolder: string;
	userFolder: string;
	readableFolder: string;
	encryptionKey: string;
	port: number;
	brokerPort: number;
	more?: Record<string, string>;
}): NodeJS.ProcessEnv {
	const { env } = process;
	return {
		...Object.fromEntries(Object.entries(env).filter(([name]) => PASSED_ON.test(name))),
		...parseEnv(readFileSync(resolve('host/n8n.env'), 'utf8')),
		PATH: [dirname(nodeBinary()), env.PATH ?? ''].join(delimiter),
		NODE_COMPILE_CACHE: compiledFolder(place.hostFolder),
		// Those of VS Code's debugger, where there is one that follows this process (js-debug, auto attach).
		NODE_OPTIONS: env.VSCODE_INSPECTOR_OPTIONS === undefined ? '' : env.NODE_OPTIONS,
		N8N_USER_FOLDER: place.userFolder,
		N8N_ENCRYPTION_KEY: place.encryptionKey,
		// Of a process for the Code node that others start, n8n wants to know a secret.
		N8N_RUNNERS_AUTH_TOKEN: place.encryptionKey,
		N8N_RESTRICT_FILE_ACCESS_TO: place.readableFolder,
		N8N_PORT: String(place.port),
		// By which a worker tells when it is ready.
		QUEUE_HEALTH_CHECK_PORT: String(place.port),
		N8N_RUNNERS_BROKER_PORT: String(place.brokerPort),
		...place.more,
	};
}
